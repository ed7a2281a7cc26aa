/** Ways to lay out the records of a list besides a table. */
import type { Compiled } from '../expression/types.ts';
import type { ActionModel } from './actionTypes.ts';
import type { Access } from './basicTypes.ts';
import type { ColumnModel } from './columnTypes.ts';
import type { WhereGroup } from './whereTypes.ts';

/** The period of a date or moment that records are grouped by. */
export type GroupPeriod = 'day' | 'month' | 'quarter' | 'year';

export type LayoutKind = LayoutModel['kind'];

/** The call that changes fields of a record: the id stands in its path or in the body. */
export type LayoutSave = { readonly call: string; readonly access: Access };

/** What every layout declares. */
type NamedLayout = {
  /** Names it in addresses and saved views; by default its kind. */
  readonly id: string;
  /** Message key. */
  readonly label: string;
  /** Holds besides the conditions of the person. */
  readonly where?: WhereGroup;
  /** Shown to people with one of these roles; absent: to everyone. */
  readonly roles?: readonly string[];
  /** The list opens with it. */
  readonly opens?: true;
  /** Replaces the colours of the list. */
  readonly colours?: readonly ColourModel[];
};

type Card = NamedLayout & {
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

/** The list itself, with columns, conditions and groups of its own. */
export type ListLayout = NamedLayout & {
  readonly kind: 'list';
  /** Paths of the columns shown, in order; absent: those of the list. */
  readonly columns?: readonly string[];
  readonly by?: string;
  readonly per?: GroupPeriod;
  readonly totals?: readonly string[];
};

export type LayoutModel = BoardLayout | CalendarLayout | GalleryLayout | ListLayout | TimelineLayout;

/** A layout without what every layout declares. */
export type OwnWords<Layout> = Omit<Layout, keyof NamedLayout>;

/** Marks records for which the condition holds; the first one that holds applies. */
export type ColourModel = {
  readonly when: Compiled;
  readonly tone: 'accent' | 'positive' | 'warning' | 'negative';
  readonly label: string;
};
