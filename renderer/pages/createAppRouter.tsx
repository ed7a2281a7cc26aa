import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import type { Model } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { CrashPage } from '../shell/ErrorBoundary.tsx';
import { Layout } from '../shell/Layout.tsx';
import { visibleMenu } from '../shell/visibleMenu.ts';
import { HomePage } from './HomePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { ScreenView } from './ScreenView.tsx';

/** The router over all declared screens. */
export function createAppRouter(model: Model) {
  return createBrowserRouter(createRoutes(model));
}

/** A route for each screen, inside the shell. */
export function createRoutes(model: Model): RouteObject[] {
  const screens = [...model.screens.values()].map((screen) => ({
    path: screen.route,
    handle: screen.id,
    // Its own key: two screens never share what a block remembers.
    element: <ScreenView key={screen.id} screen={screen} />,
    errorElement: <CrashPage />,
  }));
  return [
    {
      path: '/',
      element: <Layout />,
      errorElement: <CrashPage />,
      children: [{ index: true, element: <Start /> }, ...screens, { path: '*', element: <NotFoundPage /> }],
    },
  ];
}

/** The first screen of the menu that this person may see. */
function Start() {
  const menu = visibleMenu(useModel(), useUser());
  const first = menu[0]?.screens[0];
  return first ? <Navigate to={first.route} replace /> : <HomePage />;
}
