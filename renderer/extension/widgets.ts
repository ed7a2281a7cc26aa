import { createContext, useContext } from 'react';
import type { Widgets } from './createWidgets.ts';

const WidgetsContext = createContext<Widgets | undefined>(undefined);

export const WidgetsProvider = WidgetsContext.Provider;

/** The widgets of this root: the renderer's own and those of extensions. */
export function useWidgets(): Widgets {
  const widgets = useContext(WidgetsContext);
  if (!widgets) throw new Error('useWidgets: there is no ExtensionsProvider above');
  return widgets;
}
