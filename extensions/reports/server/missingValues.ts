/** Refuses selected values that were deleted or are hidden; otherwise rows would be missing silently. */
import { among, type OperationCall, type PlacedIssue, refusals, type SheetSaying } from '#server/extension';
import {
  type Chosen,
  chosenKeys,
  everything,
  filterLabel,
  issueAt,
  type ReportRecords,
  rowsOf,
} from './reportRecords.ts';

const isId = (key: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);

export async function refuseMissingValues(
  call: OperationCall,
  records: ReportRecords,
  { chosen, saying }: { readonly chosen: Chosen; readonly saying: SheetSaying },
): Promise<void> {
  const issues: PlacedIssue[] = [];
  for (const parameter of rowsOf(records.report.Parameters)) {
    const list = String(parameter.ListOfValuesSp ?? '');
    const keys = chosenKeys(records, parameter, chosen).filter((key) => key !== everything);
    if (list === '' || keys.length === 0 || (await allExist(call, list, keys))) continue;
    const label = filterLabel(records, parameter, saying);
    issues.push(issueAt(`/Filters/${parameter.ParameterName}`, 'report.filter.gone', { label }));
  }
  if (issues.length > 0) throw refusals.invalid({ issues, entity: 'report' });
}

/** Checks lookup items and ids only. */
async function allExist({ runtime }: OperationCall, list: string, keys: readonly string[]): Promise<boolean> {
  const { model, store } = runtime;
  const items = model.lookups.get(list)?.items;
  if (items) return keys.every((key) => items.some(({ Id, Name }) => String(Id) === key || Name === key));
  const ids = [...new Set(keys.filter(isId).map((key) => key.toLowerCase()))];
  if (!model.entities.has(list) || ids.length === 0) return true;
  const page = { number: 1, size: 1 };
  const { total } = await store.find({ entity: list, filter: among('Id', ids), page, total: true });
  return total === ids.length;
}
