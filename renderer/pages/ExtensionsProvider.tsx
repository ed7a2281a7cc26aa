import { type ReactNode, useState } from 'react';
import { createWidgets } from '../extension/createWidgets.ts';
import type { Extension } from '../extension/defineExtension.ts';
import { WidgetsProvider } from '../extension/widgets.ts';
import { coreWidgets } from './coreWidgets.ts';

type Props = { readonly extensions: readonly Extension[]; readonly children: ReactNode };

/** Provides the widgets of the renderer and of the extensions, created once. */
export function ExtensionsProvider({ extensions, children }: Props) {
  const [widgets] = useState(() => createWidgets(coreWidgets, extensions));
  return <WidgetsProvider value={widgets}>{children}</WidgetsProvider>;
}
