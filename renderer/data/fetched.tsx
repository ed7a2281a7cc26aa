import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { type App, useApp } from './App.tsx';

type Waiting = {
  /** Stands there until the code has come. */
  readonly waiting?: ReactNode;
};

/** A component whose code comes when it is first drawn, or earlier when it is fetched. */
export type Fetched<Props extends object> = ComponentType<Props & Waiting> & {
  readonly fetch: (app: App) => Promise<unknown>;
};

/**
 * Like `lazy` of React, without its wait: for 300 ms after a fallback of Suspense was seen React shows nothing that
 * comes next, also when all of it is there after 20, and a screen is several such steps.
 *
 * @param load gives the component; it may wait for more that the component needs
 */
export function fetched<Props extends object>(
  load: (app: App) => Promise<ComponentType<Props>>,
): Fetched<Props> {
  let view: ComponentType<Props> | undefined;
  let coming: Promise<unknown> | undefined;
  const fetch = (app: App) => {
    coming ??= load(app).then(
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
  function View({ waiting, ...props }: Props & Waiting) {
    useArrived(view === undefined, fetch);
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

/** Draws again when what is awaited has come; throws what it failed with, for the boundary around. */
function useArrived(isAwaited: boolean, fetch: (app: App) => Promise<unknown>): void {
  const app = useApp();
  const [, redraw] = useState<unknown>();
  const [failure, fail] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (!isAwaited) return;
    let isGone = false;
    fetch(app).then(
      () => isGone || redraw({}),
      (error: unknown) => isGone || fail({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [isAwaited, fetch, app]);
  if (failure) throw failure.error;
}
