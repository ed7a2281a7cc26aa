import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { ModelBundle } from '#engine';
import { Spinner } from '../parts/Spinner.tsx';

/** Page widgets that need nobody signed in: they ask the server nothing. */
const publicWidgets: Readonly<Record<string, ComponentType>> = {
  'steps-harness': lazy(async () => ({
    default: (await import('../pages/steps/StepsHarness.tsx')).StepsHarness,
  })),
};

type PublicScreen = {
  readonly route?: string;
  readonly blocks?: readonly { readonly widget?: string }[];
};

/** The page of the address where its screen is declared open to all; otherwise the sign-in. */
export function PublicPage(props: { part: Pick<ModelBundle, 'files'>; otherwise: ReactNode }) {
  const screens = props.part.files.map(({ json }) => json as PublicScreen);
  const screen = screens.find(({ route }) => route === location.pathname);
  const Page = publicWidgets[screen?.blocks?.[0]?.widget ?? ''];
  return Page ? (
    <Suspense fallback={<Spinner />}>
      <Page />
    </Suspense>
  ) : (
    props.otherwise
  );
}
