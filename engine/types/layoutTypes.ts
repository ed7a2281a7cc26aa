/** Ways to lay out the records of a list besides a table. */
import type { Compiled } from '../expression/types.ts';
import type { Access } from './basicTypes.ts';
import type { ActionModel, ColumnModel } from './screenTypes.ts';

export const layoutKinds = ['board', 'calendar', 'timeline', 'gallery'] as const;
export type LayoutKind = (typeof layoutKinds)[number];
export const calendarSpans = ['month', 'week', 'day'] as const;
export type CalendarSpan = (typeof calendarSpans)[number];

/** The call that changes one field of a record: `PUT /product`, with the id in the path or the body. */
export type LayoutSave = { readonly call: string; readonly access: Access };

type LayoutBase = {
  /** The title of a card. */
  readonly title: ColumnModel;
  readonly fields: readonly ColumnModel[];
};

export type BoardLayout = LayoutBase & {
  readonly kind: 'board';
  /** The choice field whose values are the columns. */
  readonly by: string;
  readonly lookup: string;
  /** Values shown as columns, in order. */
  readonly values: readonly (string | number)[];
  readonly isOptional: boolean;
  readonly pageSize: number;
  /** For a workflow state: the steps, each with the value it leads to. */
  readonly moves: readonly { readonly to: string | number; readonly action: ActionModel }[];
  /** For a plain choice. */
  readonly save?: LayoutSave;
};

type Dated = LayoutBase & {
  readonly start: string;
  readonly end?: string;
  /** Whether the fields hold moments. */
  readonly isMoment: boolean;
  readonly save?: LayoutSave;
};

export type CalendarLayout = Dated & { readonly kind: 'calendar' };
export type TimelineLayout = Dated & { readonly kind: 'timeline'; readonly rows?: ColumnModel };
export type GalleryLayout = LayoutBase & {
  readonly kind: 'gallery';
  readonly picture?: string;
  readonly pageSize: number;
};

export type LayoutModel = BoardLayout | CalendarLayout | TimelineLayout | GalleryLayout;

/** Marks records for which the condition holds; the first one that holds applies. */
export type ColourModel = {
  readonly when: Compiled;
  readonly tone: 'accent' | 'positive' | 'warning' | 'negative';
  readonly label: string;
};
