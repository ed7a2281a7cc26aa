import { useMemo } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useRoutes } from 'react-router';
import type { Model, ScreenModel } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { menuAddress, visibleMenu } from '../data/visibleMenu.ts';
import type { PageWidget } from '../extension/defineExtension.ts';
import { useWidgets } from '../extension/widgets.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import { CrashPage } from '../shell/ErrorBoundary.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { ForbiddenPage } from './ForbiddenPage.tsx';
import { HomePage } from './HomePage.tsx';
import { Layout } from './Layout.tsx';
import { ScreenView } from './ScreenView.tsx';

/** Creates the router; the current model defines its screens. */
export function createAppRouter() {
  return createBrowserRouter(createRoutes());
}

/** The shell with the screens inside it. */
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

/**
 * Routes to the screens of the model. New declarations replace the routes, but the open screen keeps its
 * state.
 */
function Screens() {
  const model = useModel();
  const { pages } = useWidgets();
  return useRoutes(useMemo(() => screenRoutes(model, pages), [model, pages]));
}

type Pages = ReadonlyMap<string, PageWidget>;

function screenRoutes(model: Model, pages: Pages): RouteObject[] {
  const screens = [...model.screens.values()];
  return [...screens.map((screen) => drawn(screen, pages)), { path: '*', element: <NotFoundPage /> }];
}

/** The route of a screen; a page widget also handles the addresses below it. */
function drawn(screen: ScreenModel, pages: Pages): RouteObject {
  const widget = pages.get(screen.widget ?? '');
  if (widget) return { path: `${screen.route}/*`, element: <WidgetPage screen={screen} widget={widget} /> };
  // Keyed by screen, so that two screens never share block state.
  return { path: screen.route, element: <ScreenView key={screen.id} screen={screen} /> };
}

/** Redirects to the first screen in the menu that this person may see. */
function Start() {
  const user = useUser();
  const first = visibleMenu(useModel(), user)[0]?.screens[0];
  return first ? <Navigate to={menuAddress(first, user) ?? first.route} replace /> : <HomePage />;
}

/** A screen drawn by a page widget, with its access check. */
function WidgetPage({ screen, widget }: { screen: ScreenModel; widget: PageWidget }) {
  const { Features } = useUser();
  const Page = widget.component;
  if (!allows(screen.access, Features)) return <ForbiddenPage access={screen.access} />;
  return <Page waiting={<Skeleton look="form" lines={9} />} />;
}
