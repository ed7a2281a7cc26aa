/** A record laid out by a format, with the values that the reader may see. */
import {
  type Compiled,
  type DataRecord,
  type EntityModel,
  evaluateInParts,
  formatMessage,
  type PrintBlockModel,
  type PrintEdgeModel,
  type PrintFormatModel,
  type PrintTexts,
} from '#engine';
import {
  loadAnswer,
  loadRecord,
  type OperationCall,
  ownerOf,
  peopleNames,
  readBranding,
  ruleContext,
  templateText,
} from '#server/extension';
import { brandLogo } from './brandLogo.ts';
import type { Drawing } from './Drawing.ts';
import { drawFields } from './drawFields.ts';
import type { Drawn, DrawnBlock, DrawnEdge } from './drawn.ts';
import { drawPicture } from './drawPicture.ts';
import { drawRelated, drawRows } from './drawTable.ts';
import { momentTextIn } from './shownValue.ts';

/** Refuses what a read of the record refuses; its rights to read the entity were asked before. */
export async function drawRecord(
  call: OperationCall,
  entity: EntityModel,
  { id, format }: { readonly id: string; readonly format: PrintFormatModel },
): Promise<Drawn> {
  const drawing = await openRecord(call, entity, id);
  const blocks: (DrawnBlock & { readonly pointer: string })[] = [];
  for (const block of format.blocks) {
    if (!holds(drawing, block.if)) continue;
    const drawn = await drawBlock(drawing, block);
    if (drawn) blocks.push({ ...drawn, pointer: block.pointer });
    if (call.budget.isDue()) await call.budget.yieldTurn();
  }
  return {
    title: titleOf(drawing),
    paper: format.paper,
    logo: format.logo ?? (await brandLogo(call, format.header)),
    header: await drawEdge(drawing, format.header),
    footer: await drawEdge(drawing, format.footer),
    blocks,
    warnings: [...drawing.warnings],
  };
}

async function openRecord(call: OperationCall, entity: EntityModel, id: string): Promise<Drawing> {
  const { runtime } = call;
  const plan = runtime.planOf(entity.id);
  const record = await loadAnswer({ call, session: runtime.store }, plan, id);
  const { model } = runtime;
  return {
    ...{ call, entity, plan, record, warnings: new Set<string>() },
    saying: { model, locale: call.locale, zone: call.zone, people: await namesIn(call, record) },
    isRelevant: await relevanceOf(call, entity, String(record.Id)),
  };
}

/** Display names for the user names in the record. */
async function namesIn(call: OperationCall, record: DataRecord): Promise<ReadonlyMap<string, string>> {
  const texts = new Set<string>();
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length <= 256) texts.add(value);
    else if (typeof value === 'object' && value !== null && depth < 3)
      for (const inner of Object.values(value)) collect(inner, depth + 1);
  };
  if (!call.runtime.model.entities.get('user')) return new Map();
  collect(record, 0);
  return texts.size > mostNames
    ? peopleNames(call, call.runtime.store)
    : peopleNames(call, call.runtime.store, [...texts]);
}

const mostNames = 200;

/** Whether a field means anything for the record; asked only where rules say when. */
async function relevanceOf(
  call: OperationCall,
  entity: EntityModel,
  id: string,
): Promise<(field: string) => boolean> {
  if (!entity.rules.state.some(({ slot }) => slot === 'relevant')) return () => true;
  const { store, planOf, validators } = call.runtime;
  const [from, plan] = [{ call, session: store }, planOf(entity.id)];
  const record = await loadRecord(from, plan, id);
  const owner = await ownerOf(call, store, plan, record);
  const context = ruleContext(call, { action: 'get', owner, previous: record });
  const { stateAt } = await call.budget.run(evaluateInParts(entity, { ...record }, context, validators));
  return (field) => stateAt(`/${field.replaceAll('.', '/')}`).relevant;
}

function titleOf({ call, entity, record }: Drawing): string {
  const label = record[entity.labelField];
  const isName = typeof label === 'string' || typeof label === 'number';
  const title = formatMessage(call.runtime.model, call.locale, entity.title);
  return isName ? `${title} ${label}` : title;
}

/** A condition that cannot be evaluated hides nothing, and is told. */
function holds(drawing: Drawing, condition: Compiled | undefined): boolean {
  if (!condition) return true;
  try {
    return condition.evaluate({ root: drawing.record, vars: varsOf(drawing) }) === true;
  } catch {
    drawing.warnings.add(say(drawing, 'print.condition-failed'));
    return true;
  }
}

const say = ({ call }: Drawing, key: string, params = {}): string =>
  formatMessage(call.runtime.model, call.locale, key, params);

function varsOf({ call, record }: Drawing): Record<string, unknown> {
  return { ...ruleContext(call, { action: 'get', previous: record, owner: undefined }), record };
}

export const textIn = (drawing: Drawing, texts: PrintTexts | undefined): Promise<string> =>
  templateText(drawing, texts?.[drawing.call.locale]);

async function drawBlock(drawing: Drawing, block: PrintBlockModel): Promise<DrawnBlock | undefined> {
  const text = await textIn(drawing, block.text);
  const { print } = block;
  if (print === 'fields')
    return drawFields(drawing, block, { title: text, holds: (one) => holds(drawing, one) });
  if (print === 'picture') return drawPicture(drawing, block);
  if (print === 'table')
    return block.entity ? drawRelated(drawing, block, text) : drawRows(drawing, block, text);
  if (print === 'divider' || print === 'break') return { kind: print };
  return text === '' && print !== 'signature' ? undefined : { kind: print, text };
}

export async function drawEdge(drawing: Drawing, edge: PrintEdgeModel): Promise<DrawnEdge> {
  const { call } = drawing;
  const text = await textIn(drawing, edge.text);
  const moment = edge.moment
    ? say(drawing, 'print.moment', { moment: momentTextIn(call.locale, call.now, call.zone) })
    : '';
  const brand = edge.brand ? (await readBranding(call.runtime.model, call.runtime.store)).name : '';
  return {
    left: [brand, moment].filter((part) => part !== '').join(' · '),
    ...{ middle: text, hasPages: edge.pages },
  };
}
