/** Records that refer to a record, as far as the caller may see them. */
import {
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type FilterTree,
  formatMessage,
  pageOfRecord,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, equals, usualOrder } from '../operations/filters.ts';
import { answersOf } from '../operations/loadRecord.ts';
import { mayReadAny } from '../operations/mayReadAny.ts';
import { type Around, labelOf } from './aroundRecord.ts';

type Referring = { readonly entity: EntityModel; readonly field: FieldModel };

const pageSize = 20;

/** Each field that refers to the record, with the number of records. */
export async function relatedCounts(around: Around): Promise<readonly DataRecord[]> {
  const { runtime, locale, asking } = around.call;
  const found: DataRecord[] = [];
  for (const one of referringTo(around)) {
    const filter = await filterOf(around, one);
    const count = await runtime.store.count(one.entity.id, filter, undefined, asking);
    if (count === 0) continue;
    const say = (key: string) => formatMessage(runtime.model, locale, key);
    found.push({
      ...{ Of: nameOf(one), Entity: one.entity.id, EntityName: say(one.entity.plural) },
      ...{ FieldName: say(one.field.label), Count: count },
    });
  }
  return found;
}

/** One page of the records of one of these fields. */
export async function relatedRecords(around: Around, of: string, number: number) {
  const one = referringTo(around).find((each) => nameOf(each) === of);
  if (!one) throw refusals.noSuchPath({ params: { path: of.slice(0, 200) } });
  const { call } = around;
  const { model, store, planOf } = call.runtime;
  const { items, total } = await store.find(
    {
      ...{ entity: one.entity.id, filter: await filterOf(around, one), total: true },
      sort: usualOrder(one.entity),
      page: { number, size: pageSize },
    },
    call.asking,
  );
  const plan = planOf(one.entity.id);
  const seen = await answersOf({ call, session: store }, plan, items);
  const Items = seen.map((record) => ({
    Id: record.Id,
    Name: labelOf(one.entity, record),
    Page: pageOfRecord(model, one.entity, record, (access) => isAllowed(access, call.features)) ?? null,
  }));
  return { Items, TotalItems: total };
}

const nameOf = ({ entity, field }: Referring): string => `${entity.id}.${field.path}`;

/** Stored references to records of this kind that the caller may see, system records excepted. */
function referringTo({ call, plan }: Around): readonly Referring[] {
  const { model } = call.runtime;
  return [...model.entities.values()]
    .filter((entity) => mayReadAny(call, entity))
    .flatMap((entity) =>
      entity.fields
        .filter(({ ref, stored }) => stored && ref?.entity === plan.entity.id)
        .filter(({ name }) => {
          const view = entity.policy.fields[name]?.view;
          return !view || isAllowed(view, call.features);
        })
        .map((field) => ({ entity, field })),
    );
}

async function filterOf({ call, id }: Around, { entity, field }: Referring): Promise<FilterTree | undefined> {
  const opened = await call.runtime.opens?.get(entity.id)?.filter(call);
  return allOf([equals(field.path, id), opened]);
}
