/** Renders a template with a record and what it owns, as the caller may see them. */
import {
  collectionsOf,
  type DataRecord,
  formatMessage,
  parseExpression,
  renderInParts,
  rootNameOf,
  TemplateError,
  templateScope,
} from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { isAllowed } from './authorize.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { usualOrder } from './filters.ts';
import { answersOf, loadAnswer } from './loadRecord.ts';
import type { OperationCall } from './OperationCall.ts';
import { ownedBy } from './ownedBy.ts';

/** The data of a record's templates: its answer, and lists of what it owns in order. */
export async function loadView(call: OperationCall, plan: EntityPlan, id: string): Promise<DataRecord> {
  const session = call.runtime.store;
  const record = await loadAnswer({ call, session }, plan, id);
  const [complete = record] = await withCollections(call, plan, [record]);
  return { ...complete, [rootNameOf(plan.entity)]: complete };
}

/** Renders one template; a rendering beyond its limits is refused with a message. */
export async function fillView(
  call: OperationCall,
  { entity }: EntityPlan,
  { html, view }: { readonly html: string; readonly view: DataRecord },
): Promise<string> {
  const { model } = call.runtime;
  const { locale, today, now } = call;
  const say = (key: string) => formatMessage(model, locale, key);
  try {
    const parts = renderInParts(html, {
      parse: parseExpression,
      scope: templateScope(model, entity),
      record: view,
      vars: { today, now, locale },
      words: { locale, yes: say('ui.yes'), no: say('ui.no') },
    });
    return await call.budget.run(parts);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new Refusal('validation', cause.message, { cause });
  }
}

async function withCollections(
  call: OperationCall,
  plan: EntityPlan,
  records: readonly DataRecord[],
): Promise<readonly DataRecord[]> {
  let complete = records;
  for (const { name, entity } of collectionsOf(call.runtime.model, plan.entity)) {
    const lists = await ownedLists(call, call.runtime.planOf(entity.id), records);
    complete = complete.map((record) => ({ ...record, [name]: lists.get(String(record.Id)) ?? [] }));
  }
  return complete;
}

/** The owned records of one entity, by owner id. */
async function ownedLists(
  call: OperationCall,
  plan: EntityPlan,
  owners: readonly DataRecord[],
): Promise<ReadonlyMap<string, readonly DataRecord[]>> {
  const { entity } = plan;
  const lists = new Map<string, DataRecord[]>();
  if (!isAllowed(entity.policy.view, call.features)) return lists;
  const session = call.runtime.store;
  const ids = owners.map(({ Id }) => String(Id));
  const found = await ownedBy(
    { session },
    { entity, sort: usualOrder(entity) },
    { entity: entity.owner?.ref?.entity ?? '', ids },
  );
  const answers = await withCollections(call, plan, await answersOf({ call, session }, plan, found));
  for (const answer of answers) {
    const owner = String(answer[entity.owner?.name ?? '']);
    const list = lists.get(owner);
    if (list) list.push(answer);
    else lists.set(owner, [answer]);
  }
  return lists;
}
