import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type App, useApp } from './App.tsx';

type Waiting = {
  /** Stands there until the code has come. */
  readonly waiting?: ReactNode;
};

/** A component whose code comes when it is first drawn, or earlier when it is fetched. */
export type Fetched<Props extends object, Needs extends readonly unknown[] = []> = ComponentType<
  Props & Waiting
> & {
  readonly fetch: (...needs: Needs) => Promise<unknown>;
};

/**
 * Like `lazy` of React, without its wait: for 300 ms after a fallback of Suspense was seen React shows nothing that
 * comes next, also when all of it is there after 20, and a screen is several such steps.
 *
 * @param waiting stands there until then, unless the one who draws it gives something else
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ReactNode,
): Fetched<Props> {
  return deferred<Props, []>(load, () => [], waiting);
}

/** The same for a component that needs more than its code, which `load` waits for. */
export function fetched<Props extends object>(
  load: (app: App) => Promise<ComponentType<Props>>,
): Fetched<Props, [app: App]> {
  return deferred<Props, [app: App]>(load, useOnlyApp);
}

function useOnlyApp(): [app: App] {
  return [useApp()];
}

function deferred<Props extends object, Needs extends readonly unknown[]>(
  load: (...needs: Needs) => Promise<ComponentType<Props>>,
  useNeeds: () => Needs,
  fallback?: ReactNode,
): Fetched<Props, Needs> {
  let view: ComponentType<Props> | undefined;
  let coming: Promise<unknown> | undefined;
  const fetch = (...needs: Needs) => {
    coming ??= load(...needs).then(
      (found) => {
        view = found;
      },
      (error: unknown) => {
        // Asked for again when it is drawn next.
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  function View({ waiting = fallback, ...props }: Props & Waiting) {
    useArrived({ isAwaited: view === undefined, fetch, needs: useNeeds() });
    // What is left are the props of the component.
    return view ? <Drawn view={view} props={props as unknown as Props} /> : waiting;
  }
  return Object.assign(View, { fetch });
}

/** Code that draws forms, and with it the schema checks these need. */
export async function withChecks<Module>(coming: Promise<Module>, { validators }: App): Promise<Module> {
  const [found] = await Promise.all([coming, validators()]);
  return found;
}

function Drawn<Props extends object>({ view: View, props }: { view: ComponentType<Props>; props: Props }) {
  return <View {...props} />;
}

type Wanted<Needs extends readonly unknown[]> = {
  readonly isAwaited: boolean;
  readonly fetch: (...needs: Needs) => Promise<unknown>;
  readonly needs: Needs;
};

/** Draws again when what is awaited has come; throws what it failed with, for the boundary around. */
function useArrived<Needs extends readonly unknown[]>({ isAwaited, fetch, needs }: Wanted<Needs>): void {
  const [, redraw] = useState<unknown>();
  const [failure, fail] = useState<{ readonly error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new each time, its members are not
  useEffect(() => {
    if (!isAwaited) return;
    let isGone = false;
    fetch(...needs).then(
      () => isGone || redraw({}),
      (error: unknown) => isGone || fail({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [isAwaited, fetch, ...needs]);
  if (failure) throw failure.error;
}
