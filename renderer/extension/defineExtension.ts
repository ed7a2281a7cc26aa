import { type ComponentType, createElement } from 'react';
import { type Fetched, lazyComponent } from '../data/fetched.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { named } from '../widgets/rank.ts';
import type { WidgetEntry, WidgetProps } from '../widgets/types.ts';
import type { BlockWidgetProps } from './blockProps.ts';

/** What an extension adds to the renderer. Each name is one that declarations use. */
export type Extension = {
  /** The name of its folder. */
  readonly id: string;
  /** Widgets of one field: `"widget"` of an item of a form. */
  readonly widgets?: readonly WidgetEntry[];
  /** Widgets that fill a block: `"widget"` of a block. */
  readonly blocks?: readonly BlockWidget[];
  /** Widgets that fill a screen and own the addresses below it. */
  readonly pages?: readonly PageWidget[];
};

export type BlockWidget = { readonly name: string; readonly component: Fetched<BlockWidgetProps> };

export type PageWidget = {
  readonly name: string;
  readonly component: Fetched<object>;
  /** It works without a signed-in person and asks the server nothing. */
  readonly isPublic?: boolean;
};

/** The default export of `renderer/index.ts` of an extension. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** A widget of one field; its code is loaded when it is first drawn. */
export function fieldWidget(
  name: string,
  load: Load<WidgetProps>,
  how: Partial<Pick<WidgetEntry, 'frame' | 'showsReadOnly'>> = {},
): WidgetEntry {
  const component = lazyComponent(load, createElement(Skeleton, { look: 'form', lines: 1 }));
  return { frame: 'field', ...how, name, tester: named(name), component };
}

/** A widget that fills a block; its code is loaded when it is first drawn. */
export function blockWidget(name: string, load: Load<BlockWidgetProps>): BlockWidget {
  return { name, component: lazyComponent(load) };
}

/** A widget that fills a screen; its code is loaded when the screen is first opened. */
export function pageWidget(
  name: string,
  load: Load<object>,
  how: Pick<PageWidget, 'isPublic'> = {},
): PageWidget {
  return { ...how, name, component: lazyComponent(load) };
}
