/** Prepares a report to be run: its records, its layout and the choices of the reader, with their rights. */
import { peopleNames, refusals } from '#server/extension';
import { builtLayout } from './builtLayout.ts';
import { refuseMissingValues } from './missingValues.ts';
import { ownLayout } from './ownLayout.ts';
import type { Running } from './Running.ts';
import { checkChosen, chosenSort, reportQuery } from './reportQuery.ts';
import { type Chosen, type From, issueAt, loadReport, type ReportRecords } from './reportRecords.ts';

export type Run = { readonly id: unknown; readonly chosen: Chosen; readonly zone: string };

export async function prepareRun(from: From, { id, chosen, zone }: Run): Promise<Running> {
  return runOf(from, await loadReport(from, id), { chosen, zone });
}

/** The same for a report that may not be stored. */
export async function runOf(
  { call, session }: From,
  records: ReportRecords,
  { chosen, zone }: Omit<Run, 'id'>,
): Promise<Running> {
  const people = await peopleNames(call, session);
  const saying = { model: call.runtime.model, locale: call.locale, zone, people };
  const sort = chosenSort(records, chosen, []);
  const isDescending = (name: string) => sort.some((one) => one.name === name && one.isDescending);
  const own = (await ownLayout(call, records.report)) ?? builtLayout(records, saying, isDescending);
  const { data, query } = records;
  const asked = data && reportQuery({ ...records, data, call, saying }, chosen);
  if (query) checkChosen({ ...records, call, saying }, chosen);
  if (data || query) await refuseMissingValues(call, records, { chosen, saying });
  if (!own && !asked)
    throw refusals.invalid({
      issues: [issueAt('/DefinitionFileId', 'report.definition.no-file')],
      entity: 'report',
    });
  return { records, saying, asked, own, chosen };
}
