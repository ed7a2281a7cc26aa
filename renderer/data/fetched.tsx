import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type App, useApp } from './App.tsx';

type Waiting = {
  /** Shown until the code has loaded. */
  readonly waiting?: ReactNode;
};

/** A component whose code loads on its first render, or earlier through `fetch`. */
export type Fetched<Props extends object, Needs extends readonly unknown[] = []> = ComponentType<
  Props & Waiting
> & {
  readonly fetch: (...needs: Needs) => Promise<unknown>;
};

/**
 * Like React's `lazy`, but without Suspense: React holds back content for 300 ms after it showed a fallback,
 * and a screen is several such steps.
 * @param waiting shown while loading, unless the caller passes its own
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: ReactNode,
): Fetched<Props> {
  return deferred<Props, []>(load, () => [], waiting);
}

/** The same for a component whose `load` also needs the app. */
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
        // Retry at the next render.
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  function View({ waiting = fallback, ...props }: Props & Waiting) {
    useArrived({ isAwaited: view === undefined, fetch, needs: useNeeds() });
    // The remaining props belong to the component.
    return view ? <Drawn view={view} props={props as unknown as Props} /> : waiting;
  }
  return Object.assign(View, { fetch });
}

/** Loads form code together with the schema checks it needs. */
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

/** Renders again once loaded; throws a load error to the error boundary. */
function useArrived<Needs extends readonly unknown[]>({ isAwaited, fetch, needs }: Wanted<Needs>): void {
  const [, redraw] = useState<unknown>();
  const [failure, fail] = useState<{ readonly error: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list each time, with stable members
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
