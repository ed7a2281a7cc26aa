/** A print as data, for a page that draws it itself. */
import type { DataRecord } from '#engine';
import { answersOf, type OperationCall, type PrintedPreview } from '#server/extension';
import { drawList } from './drawList.ts';
import type { Drawn, DrawnBlock } from './drawn.ts';
import { drawRecord } from './drawRecord.ts';

/** As many rows as fit on the first page. */
const most = 25;

export async function previewPrint(
  call: OperationCall,
  { entity, format, id }: PrintedPreview,
): Promise<DataRecord> {
  if (format.for === 'record') {
    if (id === undefined) return { Blocks: [] };
    return asData(await drawRecord(call, entity, { id, format }));
  }
  const { store, planOf } = call.runtime;
  const { items } = await store.find({ entity: entity.id, page: { number: 1, size: most } }, call.asking);
  const records = answersOf({ call, session: store }, planOf(entity.id), items);
  const title = entity.fieldByPath.get(entity.labelField)?.label ?? '';
  const columns = [{ path: entity.labelField, title }];
  const asked = {
    entity,
    columns,
    notes: [],
    records: (async function* () {
      yield records;
    })(),
  };
  return asData(await drawList(call, asked, format));
}

async function asData({ blocks, header, footer }: Drawn): Promise<DataRecord> {
  const Blocks: DataRecord[] = [];
  for (const block of blocks) Blocks.push(await blockAsData(block));
  return { Blocks, Header: header, Footer: footer };
}

async function blockAsData(block: DrawnBlock & { readonly pointer: string }): Promise<DataRecord> {
  const index = Number(block.pointer.split('/').at(-1));
  if (block.kind === 'picture') {
    const { content: _content, ...shown } = block;
    return { ...shown, index };
  }
  if (block.kind !== 'table') return { ...block, index };
  const rows: (readonly string[])[] = [];
  for await (const row of block.rows) if (rows.length < most) rows.push(row);
  return {
    kind: 'table',
    index,
    title: block.title,
    heads: block.heads,
    rows,
    none: block.none,
    totals: block.totals(),
  };
}
