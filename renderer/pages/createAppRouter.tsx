import { useMemo } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import type { Model, ScreenModel } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { CrashPage } from '../shell/ErrorBoundary.tsx';
import { Layout } from '../shell/Layout.tsx';
import { visibleMenu } from '../shell/visibleMenu.ts';
import { HomePage } from './HomePage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { pageWidgetOf, WidgetPage } from './pageWidgets.tsx';
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
