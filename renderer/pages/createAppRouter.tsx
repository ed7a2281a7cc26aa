import { useMemo } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import type { Model } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { CrashPage } from '../shell/ErrorBoundary.tsx';
import { Layout } from '../shell/Layout.tsx';
import { visibleMenu } from '../shell/visibleMenu.ts';
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
  const screens = [...model.screens.values()].map((screen) => ({
    path: screen.route,
    // Its own key: two screens never share what a block remembers.
    element: <ScreenView key={screen.id} screen={screen} />,
  }));
  return [...screens, { path: '*', element: <NotFoundPage /> }];
}

/** The first screen of the menu that this person may see. */
function Start() {
  const menu = visibleMenu(useModel(), useUser());
  const first = menu[0]?.screens[0];
  return first ? <Navigate to={first.route} replace /> : <HomePage />;
}
