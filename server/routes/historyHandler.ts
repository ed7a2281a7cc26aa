/** `GET /profile/brand/{id}/history`: the changes of a record and of what it owns, on a declared path. */
import {
  type DataRecord,
  type EntityModel,
  formatMessage,
  historyMark,
  type RouteModel,
  type WhoModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';
import { findRecords } from '../operations/findRecords.ts';
import { fieldsThrough } from '../operations/rowLimits.ts';
import type { Handler } from './Handler.ts';
import { answerChanges, namesOf, seenOf } from './historyEndpoint.ts';
import { historyTexts } from './historyTexts.ts';
import { isPartly } from './isPartly.ts';

export function historyHandler(route: RouteModel): Handler {
  const { entity: id, idParameter = '', status, owned } = route;
  return async (call) => {
    const { model, store } = call.runtime;
    const entity = model.entities.get(id);
    if (entity) authorize(entity.policy.view, call.session?.features);
    const record = await store.get(id, call.params[idParameter] ?? '');
    if (!entity || !record)
      throw refusals.noSuchRecord({ params: { entity: `entity.${id}`, id: call.params[idParameter] } });
    const own = allOf([seenOf(entity, call), equals('RecordId', record.Id)]);
    const others = owned ? ownedOf(entity, call) : [];
    const seenOthers = others.filter(({ isSeen }) => isSeen);
    const ofOthers = seenOthers.map((one) => allOf([seenOf(one.entity, call), equals('OwnerId', record.Id)]));
    const about = [own, ...ofOthers].flatMap((one) => one ?? []);
    const isPartial = seenOthers.length < others.length;
    const asked = { ...call, query: () => withStoredNames(call.query()) };
    const entriesOf = (items: readonly DataRecord[]) => declaredEntries(items, route, call);
    return answerChanges(asked, { seen: { kind: 'or', of: about }, entriesOf, status, isPartial });
  };
}

/** Entries in the shape that the route declares. */
async function declaredEntries(
  items: readonly DataRecord[],
  { who, owned }: RouteModel,
  call: ApiCall,
): Promise<readonly DataRecord[]> {
  const people = await peopleOf(items, who, call);
  const names = owned ? await namesOf(items, call) : undefined;
  const texts = await historyTexts(items, call);
  return items.map((item) => ({
    ...people.get(String(item.ChangedBy)),
    Id: item.Id,
    DisplayName: labelOf(item, call),
    Field: item.Field,
    PreviousValue: item.PreviousValue,
    CurrentValue: item.CurrentValue,
    ...texts(item),
    EffectiveDate: item.ChangedAt,
    User: item.ChangedBy,
    Operation: item.Operation,
    ...(who && { Action: item.Operation, ModifiedBy: item.ChangedBy, ModifiedDate: item.ChangedAt }),
    ...(names && {
      Entity: item.Entity,
      RecordId: item.RecordId,
      RecordName: names.get(`${item.Entity} ${item.RecordId}`) ?? null,
    }),
  }));
}

/**
 * The owned entities that the person may view, and whether their records are seen: row access to the owner
 * includes them.
 */
function ownedOf(owner: EntityModel, call: ApiCall) {
  return [...call.runtime.model.entities.values()].flatMap((entity) => {
    const by = entity.fields.filter(({ ref }) => ref?.owner && ref.entity === owner.id);
    if (by.length === 0 || !entity.history || !isAllowed(entity.policy.view, call.session?.features))
      return [];
    const through = entity.rowAccess ? fieldsThrough(entity.rowAccess) : [];
    const isSeen = by.some(({ name }) => !isPartly(entity, call) || through.includes(name));
    return [{ entity, isSeen }];
  });
}

/** The declared details of each person who made a change. */
async function peopleOf(items: readonly DataRecord[], who: WhoModel | undefined, call: ApiCall) {
  const people = new Map<string, DataRecord>();
  if (!who) return people;
  const { runtime } = call;
  const operation = operationCall(call);
  for (const name of new Set(items.map(({ ChangedBy }) => String(ChangedBy)))) {
    const query = { entity: who.entity, filter: equals(who.by, name), page: { number: 1, size: 1 } };
    const [person] = (await findRecords(operation, runtime.planOf(who.entity), query)).items;
    const facts = Object.entries(who.fields).map(([fact, path]) => [fact, readPath(person, path) ?? null]);
    people.set(name, Object.fromEntries(facts));
  }
  return people;
}

function readPath(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[name],
      record,
    );
}

/** The stored names of answer members. */
const storedNames: Readonly<Record<string, string>> = {
  effectivedate: 'ChangedAt',
  user: 'ChangedBy',
  displayname: 'Field',
};

function withStoredNames(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...query].map(([name, value]) => [name, storedNames[value.toLowerCase()] ?? value]),
  );
}

function labelOf({ Entity, Field }: DataRecord, { runtime: { model }, locale }: ApiCall): string {
  const path = String(Field ?? '');
  const mark = historyMark(path);
  if (mark) return formatMessage(model, locale, mark);
  const entity = model.entities.get(String(Entity));
  const field = entity?.fieldByPath.get(path) ?? entity?.fieldByPath.get(path.split('.')[0] ?? '');
  return formatMessage(model, locale, field?.label ?? entity?.title ?? path);
}
