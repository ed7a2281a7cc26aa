import type { ReactNode } from 'react';
import type { Dated, TimelineSpan } from '#engine';
import type { CellTools } from '../cellTools.ts';
import type { RecordLook } from '../layouts/useRecordLook.ts';
import type { CalendarDates } from './calendarDates.ts';
import type { Placed } from './placing.ts';
import type { Dates } from './useDates.ts';

/** What the parts of a calendar or timeline share. */
export type CalendarTools = RecordLook & {
  readonly layout: Dated;
  readonly cells: CellTools;
  readonly words: CalendarDates;
  readonly dates: Dates;
  /** The address of a new record on a day, and at an hour; undefined if the person may not create any. */
  readonly createOn: (day: string, hour?: number) => string | undefined;
  /** Moves an entry, and the period with it. */
  readonly moveByKey: (entry: Placed, days: number) => Promise<void>;
  /** The dialog that changes its dates. */
  readonly renderDialog: (entry: Placed, onClose: () => void) => ReactNode;
  readonly show: (day: string, span?: TimelineSpan) => void;
};
