/** `/linked/{entity}/{recordId}/{field}`: which records a roll-up or look-through takes its value from. */
import {
  type EntityModel,
  type FieldModel,
  formatMessage,
  type LookThroughModel,
  pageOfRecord,
  type RollUpModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';
import { loadRecord } from '../operations/loadRecord.ts';

/** For callers who may view the field; says no more of other records than they may view there. */
export function linkedEndpoint(): Endpoint {
  return {
    method: 'GET',
    path: '/linked/{entity}/{recordId}/{field}',
    ids: ['recordId'],
    access: { kind: 'login' },
    opens: (call) => void aboutOf(call),
    handle: async (call) => {
      const { entity, field } = aboutOf(call);
      const id = call.params.recordId ?? '';
      const rollUp = entity.rollUps.find((one) => one.field === field.name);
      if (rollUp) return json(await rolledUp(call, { entity, id, rollUp }));
      const lookThrough = entity.lookThroughs.find((one) => one.field === field.name);
      if (lookThrough) return json(await lookedThrough(call, { entity, id, lookThrough }));
      throw refusals.noSuchPath({ params: { path: call.path } });
    },
  };
}

function aboutOf(call: ApiCall): { readonly entity: EntityModel; readonly field: FieldModel } {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  const field = entity?.fieldByPath.get(call.params.field ?? '');
  if (!entity || !field?.linked) throw refusals.noSuchPath({ params: { path: call.path } });
  const features = call.session?.features;
  authorize(entity.policy.view, features);
  const own = entity.policy.fields[field.name]?.view;
  if (own) authorize(own, features);
  return { entity, field };
}

/** Null where the caller may not view what would be named. */
type Linked = {
  readonly Kind: 'rollUp' | 'lookThrough';
  readonly Function: string | null;
  readonly EntityName: string | null;
  readonly FieldName: string | null;
  /** The reference between the two. */
  readonly ByName: string | null;
  readonly HasCondition: boolean;
  /** The records counted that the caller may view. */
  readonly Count: number | null;
  readonly RecordName: string | null;
  readonly To: string | null;
};

const nothing = { Function: null, EntityName: null, FieldName: null, ByName: null, HasCondition: false };
const nobody = { Count: null, RecordName: null, To: null };

type Source = { readonly entity: EntityModel; readonly id: string };

async function rolledUp(
  call: ApiCall,
  { entity, id, rollUp }: Source & { readonly rollUp: RollUpModel },
): Promise<Linked> {
  const { runtime, locale } = call;
  const operation = operationCall(call);
  await loadRecord({ call: operation, session: runtime.store }, runtime.planOf(entity.id), id);
  const of = viewable(call, rollUp.of);
  if (!of) return { Kind: 'rollUp', ...nothing, ...nobody, Function: rollUp.function };
  const filter = allOf([equals(rollUp.by, id), rollUp.where]);
  return {
    ...{ Kind: 'rollUp', Function: rollUp.function, ...nobody },
    EntityName: formatMessage(runtime.model, locale, of.plural),
    FieldName: nameOf(call, of, rollUp.reads),
    ByName: nameOf(call, of, rollUp.by),
    HasCondition: rollUp.where !== undefined,
    Count: await runtime.store.count(of.id, filter),
  };
}

async function lookedThrough(
  call: ApiCall,
  { entity, id, lookThrough }: Source & { readonly lookThrough: LookThroughModel },
): Promise<Linked> {
  const { runtime, locale } = call;
  const operation = operationCall(call);
  const { model, store, planOf } = runtime;
  const record = await loadRecord({ call: operation, session: store }, planOf(entity.id), id);
  const of = viewable(call, lookThrough.of);
  const ByName = nameOf(call, entity, lookThrough.by);
  if (!of) return { Kind: 'lookThrough', ...nothing, ...nobody, ByName };
  const reference = ByName === null ? null : record[lookThrough.by];
  const found = reference ? await store.get(of.id, String(reference)) : undefined;
  const features = call.session?.features;
  const mayOpen = (access: Parameters<typeof isAllowed>[0]) => isAllowed(access, features);
  const isNamed = found !== undefined && nameOf(call, of, of.labelField) !== null;
  return {
    ...{ Kind: 'lookThrough', ...nothing, ...nobody, ByName },
    EntityName: formatMessage(model, locale, of.title),
    FieldName: nameOf(call, of, lookThrough.reads),
    RecordName: isNamed ? String(found[of.labelField] ?? '') || null : null,
    To: (found && pageOfRecord(model, of, found, mayOpen)) ?? null,
  };
}

function viewable({ runtime, session }: ApiCall, id: string): EntityModel | undefined {
  const entity = runtime.model.entities.get(id);
  return entity && isAllowed(entity.policy.view, session?.features) ? entity : undefined;
}

function nameOf(
  { runtime: { model }, locale, session }: ApiCall,
  { fieldByPath, policy }: EntityModel,
  path: string | undefined,
): string | null {
  const field = path === undefined ? undefined : fieldByPath.get(path);
  const view = field && policy.fields[field.name]?.view;
  if (!field || (view && !isAllowed(view, session?.features))) return null;
  return formatMessage(model, locale, field.label);
}
