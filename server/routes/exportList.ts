/** `GET /product?$export=xlsx`: all that a list finds, as a spreadsheet, with the columns the person has in front of them. */
import { type FieldModel, formatMessage } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { longAnswer } from '../http/longAnswer.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { guardedPaths } from '../operations/guardedPaths.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { peopleNames } from '../operations/peopleNames.ts';
import { notedTable } from '../sheets/notedTable.ts';
import { type RecordColumn, recordColumn } from '../sheets/recordColumns.ts';
import { recordRows } from '../sheets/recordRows.ts';
import type { SheetSaying } from '../sheets/sheetCell.ts';
import { type SheetKind, sheetResponse } from '../sheets/sheetResponse.ts';
import type { RecordQuery } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

/** What the query asks for; undefined when it asks for a page. */
export function exportKind(call: ApiCall): SheetKind | undefined {
  const wanted = valuesNamed(call, '$export').at(-1);
  if (wanted === undefined) return undefined;
  const kind = wanted.toLowerCase();
  if (kind === 'xlsx' || kind === 'csv') return kind;
  throw refusals.badExport({ params: { value: wanted } });
}

type Exporting = {
  readonly call: ApiCall;
  readonly operation: OperationCall;
  readonly plan: EntityPlan;
  readonly query: RecordQuery;
  /** All that the list answers; absent: everything. */
  readonly answered: readonly string[] | undefined;
  /** What the reader has to know of the rows. */
  readonly notes: readonly string[];
};

export async function exportList(exporting: Exporting, kind: SheetKind): Promise<Response> {
  const { call, plan, query, notes } = exporting;
  // It is written as it is read, however long the list: others get their turns, and nobody waits for its end.
  const operation = { ...exporting.operation, budget: new WorkBudget() };
  const saying = await sayingOf(call);
  const columns = columnsOf(exporting, saying);
  const plural = formatMessage(saying.model, saying.locale, plan.entity.plural);
  const { page: _, ...all } = query;
  const rows = recordRows(operation, plan, all, columns);
  const table = notedTable({ name: `${plural} ${operation.today}`, columns, rows }, notes, saying);
  return sheetResponse(table, kind, { hold: (write) => longAnswer(call, write), warnings: notes });
}

export async function sayingOf(call: ApiCall): Promise<SheetSaying> {
  const { runtime, locale } = call;
  const people = await peopleNames(call, runtime.store);
  return { model: runtime.model, locale, zone: zoneOf(call), people };
}

/** The n-th `exportColumns` is headed by the n-th `exportTitles`. */
function columnsOf(exporting: Exporting, saying: SheetSaying): readonly RecordColumn[] {
  const { call, plan, answered } = exporting;
  const asked = valuesNamed(call, 'exportColumns');
  const titles = valuesNamed(call, 'exportTitles');
  const paths = asked.length > 0 ? asked : plan.entity.fields.filter(isPlain).map(({ name }) => name);
  return paths.flatMap((path, index) => {
    const column = recordColumn(plan.entity, path, saying, titles[index]);
    if (!column) throw refusals.noSuchColumn({ params: { name: path } });
    return mayRead(exporting, path) && isAnswered(answered, path) ? [column] : [];
  });
}

const plainKinds: ReadonlySet<FieldModel['kind']> = new Set(['rows', 'object', 'json', 'html', 'references']);

const isPlain = ({ kind }: FieldModel): boolean => !plainKinds.has(kind);

/** A list that answers some fields gives no others out. */
function isAnswered(answered: readonly string[] | undefined, path: string): boolean {
  return !answered || answered.includes(path.split('.')[0] as string);
}

/** What answers hide from the person is left out of the file, too. */
function mayRead({ call, plan }: Exporting, path: string): boolean {
  const query = { entity: plan.entity.id, sort: [{ path, direction: 'asc' as const }] };
  return guardedPaths(call.runtime.model, query).every(({ access }) =>
    isAllowed(access, call.session?.features),
  );
}

function valuesNamed(call: ApiCall, name: string): readonly string[] {
  return [...call.query()]
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
}
