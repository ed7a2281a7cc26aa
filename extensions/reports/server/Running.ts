/** A report being run: its records, its query and its layout. */
import type { ReportLayout } from '#extensions/reports/engine';
import type { SheetSaying } from '#server/extension';
import type { ReportQuery } from './reportQuery.ts';
import type { Chosen, ReportRecords } from './reportRecords.ts';

export type Running = {
  readonly records: ReportRecords;
  readonly saying: SheetSaying;
  /** For a report whose rows are records. */
  readonly asked: ReportQuery | undefined;
  /** The layout of its definition file; undefined when the report has columns only. */
  readonly own: ReportLayout | undefined;
  readonly chosen: Chosen;
};
