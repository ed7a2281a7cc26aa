/**
 * Notes on a report's figures: that they cover only some records, or that values are hidden from the reader.
 */
import { type DataRecord, formatMessage } from '#engine';
import type { Piece, ReportLayout } from '#extensions/reports/engine';
import {
  entitiesRead,
  isReadablePath,
  type OperationCall,
  partialWarnings,
  partlySeen,
} from '#server/extension';
import type { BoundData } from './boundData.ts';
import type { Running } from './Running.ts';
import { nameIn } from './reportColumn.ts';
import { sourcesOf } from './reportNeeds.ts';

/** As sentences; none if the reader sees everything. */
export async function reportNotes(call: OperationCall, running: Running): Promise<readonly string[]> {
  return [...partialWarnings(call, await partlyReported(call, running)), ...hiddenNote(call, running)];
}

/** Entities of which it counts only the records that the reader may see. */
async function partlyReported(call: OperationCall, { records, asked }: Running): Promise<readonly string[]> {
  const sources = [...(await sourcesOf(call, records.report)), records];
  const conditions = (asked?.query.filters ?? []).map(({ path }) => path);
  const columns = asked?.columns.map(({ path }) => path) ?? [];
  const read = sources.flatMap((source) => entitiesOf(call, source, [...conditions, ...columns]));
  return partlySeen(call, read);
}

function entitiesOf(
  call: OperationCall,
  { data, query }: BoundData,
  paths: readonly string[],
): readonly string[] {
  const { model } = call.runtime;
  if (!query) return data ? entitiesRead(model, data.entity.id, paths) : [];
  const entityOf = new Map(query.tables.map(({ alias, entity }) => [alias, entity]));
  return [...entityOf.values()];
}

/** Without this note, groups and totals would look as if the hidden values did not exist. */
function hiddenNote(call: OperationCall, { own, records: { data }, saying }: Running): readonly string[] {
  if (!own || !data) return [];
  const paths = own.dataSets.flatMap(({ fields }) =>
    fields.flatMap(({ path, formula }) => (formula ? [] : [path])),
  );
  const hidden = [...new Set(paths)].filter(
    (path) => leadsSomewhere(call, data.entity.id, path) && !isReadablePath(call, data.entity.id, path),
  );
  if (hidden.length === 0) return [];
  const titles = hidden.map((path) => nameIn({ data }, path, saying));
  const columns = new Intl.ListFormat(call.locale, { type: 'conjunction' }).format(titles);
  return [formatMessage(call.runtime.model, call.locale, 'server.partial.hidden', { columns })];
}

const leadsSomewhere = ({ runtime: { model } }: OperationCall, entity: string, path: string): boolean =>
  entitiesRead(model, entity, [path]).length > 1 ||
  model.entities.get(entity)?.fieldByPath.has(path) === true;

/** The notes as the first lines of a file. */
export function* notePieces(
  notes: readonly string[],
  { page }: Pick<ReportLayout, 'page'>,
): Generator<Piece> {
  if (notes.length === 0) return;
  const width = page.width - page.margins.left - page.margins.right;
  const items = notes.map((text, at) => ({
    box: { top: at * lineHeight, left: 0, width, height: lineHeight },
    what: { kind: 'text', text, style: { size: 9, bold: true } } as const,
  }));
  yield { kind: 'items', items, gap: 0 };
}

const lineHeight = 26;

export const partialMembers = (notes: readonly string[]): DataRecord =>
  notes.length > 0 ? { IsPartial: true } : {};
