import { useMemo } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import type { Model, ScreenModel } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { type Fetched, fetched } from '../data/fetched.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { CrashPage } from '../shell/ErrorBoundary.tsx';
import { Layout } from '../shell/Layout.tsx';
import { visibleMenu } from '../shell/visibleMenu.ts';
import { ForbiddenPage } from './ForbiddenPage.tsx';
import { HomePage } from './HomePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { ScreenView } from './ScreenView.tsx';

/** The router of the application: which screens there are, the model of the moment says. */
export function createAppRouter() {
  return createBrowserRouter(createRoutes());
}

/** The shell, and inside it the screens. */
export function createRoutes(): RouteObject[] {
  return [
    {
      path: '/',
      element: <Layout />,
      errorElement: <CrashPage />,
      children: [
        { index: true, element: <Start /> },
        { path: '*', element: <Screens />, errorElement: <CrashPage /> },
      ],
    },
  ];
}

/** The screen of the address. New declarations bring other screens while the one that is open stays, with all its work. */
function Screens() {
  const model = useModel();
  return useRoutes(useMemo(() => screenRoutes(model), [model]));
}

function screenRoutes(model: Model): RouteObject[] {
  return [...[...model.screens.values()].map(drawn), { path: '*', element: <NotFoundPage /> }];
}

/** What stands at the address of a screen; a page widget has further addresses below it. */
function drawn(screen: ScreenModel): RouteObject {
  const widget = pageWidgetOf(screen);
  if (widget) return { path: `${screen.route}/*`, element: <WidgetPage screen={screen} name={widget} /> };
  // Its own key: two screens never share what a block remembers.
  return { path: screen.route, element: <ScreenView key={screen.id} screen={screen} /> };
}

/** The first screen of the menu that this person may see. */
function Start() {
  const menu = visibleMenu(useModel(), useUser());
  const first = menu[0]?.screens[0];
  return first ? <Navigate to={first.route} replace /> : <HomePage />;
}

/** Widgets that fill a whole screen and hold pages of their own below its address; each is fetched when opened. */
const pageWidgets: Readonly<Record<string, Fetched<object>>> = {
  configure: fetched(async () => (await import('../configure/ConfigurePages.tsx')).ConfigurePages),
  account: fetched(async () => (await import('./account/AccountPage.tsx')).AccountPage),
  'steps-harness': fetched(async () => (await import('./steps/StepsHarness.tsx')).StepsHarness),
  history: fetched(async () => (await import('./history/HistoryPage.tsx')).HistoryPage),
};

/** The name of the page widget that draws a screen, if one does. */
function pageWidgetOf({ widget }: ScreenModel): string | undefined {
  return widget !== undefined && Object.hasOwn(pageWidgets, widget) ? widget : undefined;
}

/** A screen drawn by a page widget, for those who may see it. */
function WidgetPage({ screen, name }: { screen: ScreenModel; name: string }) {
  const { Features } = useUser();
  const Page = pageWidgets[name];
  if (!allows(screen.access, Features) || !Page) return <ForbiddenPage access={screen.access} />;
  return <Page waiting={<Skeleton look="form" lines={9} />} />;
}
