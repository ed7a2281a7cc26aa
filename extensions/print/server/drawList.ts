/** What a list has found, with the columns of the screen or those of a format. */
import {
  type DataRecord,
  formatMessage,
  type PaperModel,
  type PrintBlockModel,
  type PrintFormatModel,
  printedRows,
} from '#engine';
import { type OperationCall, type PrintedList, peopleNames, Refusal } from '#server/extension';
import { brandLogo } from './brandLogo.ts';
import type { Drawing } from './Drawing.ts';
import { mayRead } from './drawFields.ts';
import type { Drawn, DrawnBlock } from './drawn.ts';
import { drawEdge, textIn } from './drawRecord.ts';
import { cellsOf, tableOf } from './drawTable.ts';

/** Longer lists belong into a spreadsheet. */
const mostRecords = 10_000;

/** Without a format: the plural of the entity, and a table. */
export async function drawList(
  call: OperationCall,
  asked: PrintedList,
  format: PrintFormatModel | undefined,
): Promise<Drawn> {
  const { model } = call.runtime;
  const plural = formatMessage(model, call.locale, asked.entity.plural);
  const drawing = await drawingOf(call, asked);
  const nothing = { brand: false, pages: false, moment: false };
  const [header, footer] = [
    { ...nothing, brand: true },
    { ...nothing, pages: true, moment: true },
  ];
  const declared = format?.blocks ?? [{ ...plain, print: 'table' as const }];
  const blocks = format ? [] : [headingOf(plural)];
  for (const block of declared) blocks.push(...(await drawBlock(drawing, block, asked)));
  return {
    title: `${plural} ${call.today}`,
    paper: format?.paper ?? usualPaper(asked.columns.length),
    logo: format?.logo ?? (await brandLogo(call, format?.header ?? header)),
    header: await drawEdge(drawing, format?.header ?? header),
    footer: await drawEdge(drawing, format?.footer ?? footer),
    blocks,
    warnings: asked.notes,
  };
}

type Placed = DrawnBlock & { readonly pointer: string };

const plain = { fields: [], columns: 2, pointer: '' } as const;

const headingOf = (text: string): Placed => ({ kind: 'heading', text, pointer: '' });

/** Many columns need the long side. */
const usualPaper = (columns: number): PaperModel => ({
  ...{ size: 'letter', landscape: columns > 5 },
  margins: { top: 18, right: 18, bottom: 18, left: 18 },
});

async function drawingOf(call: OperationCall, { entity }: PrintedList): Promise<Drawing> {
  const { model, planOf, store } = call.runtime;
  const people = model.entities.has('user') ? await peopleNames(call, store) : new Map<string, string>();
  return {
    ...{ call, entity, plan: planOf(entity.id), record: {}, warnings: new Set<string>() },
    saying: { model, locale: call.locale, zone: call.zone, people },
    isRelevant: () => true,
  };
}

async function drawBlock(
  drawing: Drawing,
  block: PrintBlockModel,
  asked: PrintedList,
): Promise<readonly Placed[]> {
  const { print, pointer } = block;
  const text = await textIn(drawing, block.text);
  if (print === 'table') return tableIn(drawing, block, { asked, title: text });
  if (print === 'divider' || print === 'break') return [{ kind: print, pointer }];
  if (print === 'fields' || print === 'picture' || (text === '' && print !== 'signature')) return [];
  return [{ kind: print, text, pointer }];
}

function tableIn(
  drawing: Drawing,
  block: PrintBlockModel,
  { asked, title }: { readonly asked: PrintedList; readonly title: string },
): readonly Placed[] {
  const { call, entity } = drawing;
  const rows = printedRows(call.runtime.model, entity, { block, kind: 'list' });
  if (!rows) return [];
  const { answered, columns } = asked;
  const isAnswered = (path: string) => !answered || answered.includes(path.split('.')[0] as string);
  const cells = block.cells
    ? cellsOf(block, rows).filter(({ field }) => isAnswered(field) && mayRead(drawing, field))
    : columns.map(({ path, title: text }) => ({
        ...{ field: path, total: false, share: undefined },
        label: { 'en-CA': text, 'fr-CA': text },
      }));
  const table = tableOf(drawing, { rows, block, title, cells, records: eachOf(asked) });
  return table ? [{ ...table, pointer: block.pointer }] : [];
}

async function* eachOf({ records }: PrintedList): AsyncGenerator<DataRecord> {
  let count = 0;
  for await (const some of records) {
    count += some.length;
    if (count > mostRecords)
      throw new Refusal('too-large', 'print.list-too-long', { params: { limit: mostRecords } });
    yield* some;
  }
}
