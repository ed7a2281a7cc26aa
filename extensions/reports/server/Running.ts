/** A report on its way: what it is, what is asked of the store, what it looks like. */
import type { ReportLayout } from '#extensions/reports/engine';
import type { SheetSaying } from '#server/extension';
import type { ReportQuery } from './reportQuery.ts';
import type { Chosen, ReportRecords } from './reportRecords.ts';

export type Running = {
  readonly records: ReportRecords;
  readonly saying: SheetSaying;
  /** Of a report whose rows are records. */
  readonly asked: ReportQuery | undefined;
  /** What its definition file lays out; of a report that is columns only, none. */
  readonly own: ReportLayout | undefined;
  readonly chosen: Chosen;
};
