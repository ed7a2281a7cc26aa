import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createElement } from 'react';
import { type Fetched, lazyComponent } from '../data/fetched.tsx';
import type { AddedView } from '../fields/addKindViews.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import { named } from '../widgets/rank.ts';
import type { WidgetEntry, WidgetProps } from '../widgets/types.ts';
import type { BlockSettings, BlockSettingsProps, BlockWidgetProps } from './blockProps.ts';

/** What an extension adds to the renderer. Declarations refer to widgets by name. */
export type Extension = {
  /** The folder name. */
  readonly id: string;
  /** Views of the field kinds that its engine side adds. */
  readonly fields?: readonly AddedView[];
  /** Field widgets: `"widget"` of a form item. */
  readonly widgets?: readonly WidgetEntry[];
  /** Block widgets: `"widget"` of a block. */
  readonly blocks?: readonly BlockWidget[];
  /** Widgets that fill a screen and handle the addresses below it. */
  readonly pages?: readonly PageWidget[];
  /** Its server side prints records and lists as PDF. */
  readonly prints?: true;
};

export type BlockWidget = {
  readonly name: string;
  readonly component: Fetched<BlockWidgetProps>;
  readonly canvas?: BlockOffer;
};

/** How configurators set a block widget up that its declaration offers to them. */
export type BlockOffer = {
  /** Message key of its kind: “Chart”. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** The settings of a new one. */
  readonly start: BlockSettings;
  /** Message key of what has to be chosen yet; undefined if nothing has. */
  readonly lacks: (settings: BlockSettings) => string | undefined;
  readonly form: Fetched<BlockSettingsProps>;
};

export type PageWidget = {
  readonly name: string;
  readonly component: Fetched<object>;
  /** Works without a session and makes no request. */
  readonly isPublic?: boolean;
};

/** Declares the default export of an extension's `renderer/index.ts`. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

/** Declares a field widget; its code loads when it is first drawn. */
export function fieldWidget(
  name: string,
  load: Load<WidgetProps>,
  how: Partial<Pick<WidgetEntry, 'frame' | 'showsReadOnly'>> = {},
): WidgetEntry {
  const component = lazyComponent(load, createElement(Skeleton, { look: 'form', lines: 1 }));
  return { frame: 'field', ...how, name, tester: named(name), component };
}

type Offered = Omit<BlockOffer, 'form'> & { readonly load: Load<BlockSettingsProps> };

/** Declares a block widget, and how configurators add it; its code loads when it is first drawn. */
export function blockWidget(name: string, load: Load<BlockWidgetProps>, offered?: Offered): BlockWidget {
  const component = lazyComponent(load);
  if (!offered) return { name, component };
  const { load: loadForm, ...offer } = offered;
  const form = lazyComponent(loadForm, createElement(Skeleton, { look: 'form', lines: 3 }));
  return { name, component, canvas: { ...offer, form } };
}

/** Declares a page widget; its code loads when its screen first opens. */
export function pageWidget(
  name: string,
  load: Load<object>,
  how: Pick<PageWidget, 'isPublic'> = {},
): PageWidget {
  return { ...how, name, component: lazyComponent(load) };
}
