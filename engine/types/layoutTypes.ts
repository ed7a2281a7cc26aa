/** Ways to lay out the records of a list besides a table. */
import type { Compiled } from '../expression/types.ts';
import type { ActionModel } from './actionTypes.ts';
import type { Access } from './basicTypes.ts';
import type { ColumnModel } from './columnTypes.ts';

export type LayoutKind = LayoutModel['kind'];

/** The call that changes fields of a record: the id stands in its path or in the body. */
export type LayoutSave = { readonly call: string; readonly access: Access };

type Card = {
  /** The title of a card, and what it shows besides. */
  readonly title: ColumnModel;
  readonly fields: readonly ColumnModel[];
};

export type BoardLayout = Card & {
  readonly kind: 'board';
  /** The choice field whose values are the columns. */
  readonly by: string;
  readonly lookup: string;
  /** Values shown as columns, in order. */
  readonly values: readonly (string | number)[];
  /** Records without a value have a column of their own. */
  readonly isOptional: boolean;
  readonly pageSize: number;
  /** For a workflow state: the steps, each with the value it leads to. */
  readonly moves: readonly BoardMove[];
  /** For a plain choice. */
  readonly save?: LayoutSave;
};

type BoardMove = { readonly to: string | number; readonly action: ActionModel };

/** What a calendar shows at once. */
export type CalendarSpan = 'day' | 'week' | 'month';

/** What a column of a timeline is. */
export type TimelineSpan = CalendarSpan | 'quarter';

/** A date, or a moment shown in the person's time zone. */
export type DayField = {
  readonly path: string;
  readonly label: string;
  readonly day: 'day' | 'moment';
  /** The access needed to change it; absent: that of the call. */
  readonly write?: Access;
};

/** Where records are in time, and how that is changed. */
export type Dated = Card & {
  readonly start: DayField;
  readonly end?: DayField;
  /** Absent: records keep their dates. */
  readonly save?: LayoutSave;
  /** The link that creates a record; the day is added to its address. */
  readonly create?: ActionModel;
};

export type CalendarLayout = Dated & {
  readonly kind: 'calendar';
  /** Shown first. */
  readonly span: CalendarSpan;
};

export type TimelineLayout = Dated & {
  readonly kind: 'timeline';
  readonly end: DayField;
  readonly span: TimelineSpan;
  /** The field whose values are the lanes. */
  readonly by?: string;
};

export type GalleryLayout = Card & {
  readonly kind: 'gallery';
  /** The file shown as a picture. */
  readonly picture?: ColumnModel;
  /** Shown where there is no picture. */
  readonly icon?: string;
  /** The field that cards are grouped by, until the person chooses another. */
  readonly by?: string;
};

export type LayoutModel = BoardLayout | CalendarLayout | GalleryLayout | TimelineLayout;

/** Marks records for which the condition holds; the first one that holds applies. */
export type ColourModel = {
  readonly when: Compiled;
  readonly tone: 'accent' | 'positive' | 'warning' | 'negative';
  readonly label: string;
};
