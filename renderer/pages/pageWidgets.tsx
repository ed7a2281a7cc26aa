import type { ScreenModel } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { type Fetched, fetched } from '../data/fetched.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { ForbiddenPage } from './ForbiddenPage.tsx';

/** Widgets that fill a whole screen and hold pages of their own below its address; each is fetched when opened. */
const pageWidgets: Readonly<Record<string, Fetched<object>>> = {
  configure: fetched(async () => (await import('../configure/ConfigurePages.tsx')).ConfigurePages),
  account: fetched(async () => (await import('./account/AccountPage.tsx')).AccountPage),
  'steps-harness': fetched(async () => (await import('./steps/StepsHarness.tsx')).StepsHarness),
  history: fetched(async () => (await import('./history/HistoryPage.tsx')).HistoryPage),
};

/** The name of the page widget that draws a screen, if one does. */
export function pageWidgetOf({ widget }: ScreenModel): string | undefined {
  return widget !== undefined && Object.hasOwn(pageWidgets, widget) ? widget : undefined;
}

/** A screen drawn by a page widget, for those who may see it. */
export function WidgetPage({ screen, name }: { screen: ScreenModel; name: string }) {
  const { Features } = useUser();
  const Page = pageWidgets[name];
  if (!allows(screen.access, Features) || !Page) return <ForbiddenPage access={screen.access} />;
  return <Page waiting={<Skeleton look="form" lines={9} />} />;
}
