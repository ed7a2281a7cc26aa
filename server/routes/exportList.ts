/** `GET /product?$export=xlsx`: exports everything a list finds, with the columns on the person's screen. */
import { type FieldModel, formatMessage } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { inFileTurn } from '../http/fileTurns.ts';
import { longAnswer } from '../http/longAnswer.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { guardedPaths } from '../operations/guardedPaths.ts';
import { answersOf } from '../operations/loadRecord.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { peopleNames } from '../operations/peopleNames.ts';
import { notedTable } from '../sheets/notedTable.ts';
import { type RecordColumn, recordColumn } from '../sheets/recordColumns.ts';
import { recordRows } from '../sheets/recordRows.ts';
import type { SheetSaying } from '../sheets/sheetCell.ts';
import { type SheetKind, sheetResponse } from '../sheets/sheetResponse.ts';
import type { RecordQuery, StreamQuery } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { askedFormat, printCall, printed } from './printEndpoints.ts';

/** The requested format; undefined when a page is requested. */
export function exportKind(call: ApiCall): SheetKind | 'pdf' | undefined {
  const wanted = valuesNamed(call, '$export').at(-1);
  if (wanted === undefined) return undefined;
  const kind = wanted.toLowerCase();
  if (kind === 'xlsx' || kind === 'csv' || (kind === 'pdf' && call.runtime.printing)) return kind;
  throw refusals.badExport({ params: { value: wanted } });
}

type Exporting = {
  readonly call: ApiCall;
  readonly operation: OperationCall;
  readonly plan: EntityPlan;
  readonly query: RecordQuery;
  /** The fields that the list answers; absent: all. */
  readonly answered: readonly string[] | undefined;
  /** What the reader has to know of the rows. */
  readonly notes: readonly string[];
};

export async function exportList(exporting: Exporting, kind: SheetKind | 'pdf'): Promise<Response> {
  if (kind === 'pdf') return inFileTurn(exporting.call, () => printList(exporting));
  const { call, plan, query, notes } = exporting;
  // The file is streamed whatever its length and yields to other calls, so it gets a fresh budget.
  const operation = { ...exporting.operation, budget: new WorkBudget() };
  const saying = await sayingOf(call);
  const columns = columnsOf(exporting, saying);
  const plural = formatMessage(saying.model, saying.locale, plan.entity.plural);
  const { page: _, ...all } = query;
  const rows = recordRows(operation, plan, all, columns);
  const table = notedTable({ name: `${plural} ${operation.today}`, columns, rows }, notes, saying);
  return sheetResponse(table, kind, { hold: (write) => longAnswer(call, write), warnings: notes });
}

/** As PDF: bounded, since it is made as a whole. */
async function printList(exporting: Exporting): Promise<Response> {
  const { call, plan, query, notes, answered } = exporting;
  const { printing, model } = call.runtime;
  if (!printing) throw refusals.badExport({ params: { value: 'pdf' } });
  const operation = printCall(call);
  const saying = { model, locale: operation.locale, zone: operation.zone, people: new Map<string, string>() };
  const { page: _, ...all } = query;
  const file = await printing.list(operation, {
    ...{
      entity: plan.entity,
      columns: columnsOf(exporting, saying, mostPrinted),
      format: askedFormat(call),
      answered,
      notes,
    },
    records: answersIn(operation, plan, all),
  });
  return printed(file);
}

async function* answersIn(operation: OperationCall, plan: EntityPlan, query: StreamQuery) {
  const { store } = operation.runtime;
  for await (const items of store.stream(query, operation.asking))
    yield answersOf({ call: operation, session: store }, plan, items);
}

export async function sayingOf(call: ApiCall): Promise<SheetSaying> {
  const { runtime, locale } = call;
  const people = await peopleNames(call, runtime.store);
  return { model: runtime.model, locale, zone: zoneOf(call), people };
}

/** The n-th `exportTitles` is the heading of the n-th `exportColumns`. */
function columnsOf(exporting: Exporting, saying: SheetSaying, most?: number): readonly RecordColumn[] {
  const { call, plan, answered } = exporting;
  const asked = valuesNamed(call, 'exportColumns');
  const titles = valuesNamed(call, 'exportTitles');
  const paths =
    asked.length > 0
      ? asked
      : plan.entity.fields
          .filter(isPlain)
          .map(({ name }) => name)
          .slice(0, most);
  return paths.flatMap((path, index) => {
    const column = recordColumn(plan.entity, path, saying, titles[index]);
    if (!column) throw refusals.noSuchColumn({ params: { name: path } });
    return mayRead(exporting, path) && isAnswered(answered, path) ? [column] : [];
  });
}

/** Without columns of its own, a print has only as many as fit on paper. */
const mostPrinted = 8;

const plainKinds: ReadonlySet<FieldModel['kind']> = new Set(['rows', 'object', 'json', 'html', 'references']);

const isPlain = ({ kind }: FieldModel): boolean => !plainKinds.has(kind);

/** A list that answers only some fields exports no others. */
function isAnswered(answered: readonly string[] | undefined, path: string): boolean {
  return !answered || answered.includes(path.split('.')[0] as string);
}

/** Columns that answers hide from the person are omitted. */
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
