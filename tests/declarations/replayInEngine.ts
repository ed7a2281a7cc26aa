import {
  type CaseModel,
  checkWritable,
  compileValidators,
  type DataRecord,
  type EntityModel,
  evaluateRecord,
  type Issue,
  type Model,
  mayAccess,
  newRecord,
  normaliseInput,
  type RuleContext,
  type Validators,
} from '#engine';
import { answerShape, kinOf, type Pools } from './answerShape.ts';

export type Verdict = {
  readonly accepted: boolean;
  readonly rules: readonly string[];
  readonly at: readonly string[];
  readonly record?: DataRecord;
};

/**
 * Whether the engine alone can judge a case. Uniqueness, use by others, transitions and the place in an order
 * need the store: the server's tests replay those.
 */
export function isForEngine(entity: EntityModel, example: CaseModel): boolean {
  const unique = new Set(entity.unique.map(({ id }) => id));
  const removal = new Set(entity.removal.map(({ id }) => id));
  const needsStore = (example.expect.rules ?? []).some((rule) => unique.has(rule) || removal.has(rule));
  const order = entity.order?.field;
  const managed = order !== undefined && order in (example.expect.values ?? {});
  return !needsStore && !managed && !example.operation.startsWith('transition:');
}

/** Judges a case like the form and the server: permissions, writable fields, rules. */
export function replayInEngine(model: Model, entity: EntityModel, example: CaseModel): Verdict {
  const { given, operation } = example;
  const context = caseContext(model, entity, example);
  const access = entity.policy[operation as 'create' | 'update' | 'remove'];
  if (!mayAccess(access, context.user)) return { accepted: false, rules: ['policy'], at: [] };
  return judge({ model, entity, pools: poolsOf(entity, given), context }, given.record ?? {});
}

/** The person, time and record of the case. */
export function caseContext(model: Model, entity: EntityModel, example: CaseModel): RuleContext {
  const { given, operation } = example;
  const ownerEntity = model.entities.get(entity.owner?.ref?.entity ?? '');
  return {
    model,
    user: userOf(model, given),
    today: given.today ?? '',
    now: `${given.today}T15:00:00Z`,
    locale: 'en-CA',
    action: operation,
    owner: given.owner && {
      ...derived(model, ownerEntity, given.owner, poolsOf(entity, given)),
      ...kinOfCase(model, entity, example),
    },
    previous: operation === 'create' ? undefined : previousOf(model, entity, example),
  };
}

/**
 * The records of the same owner, where rules have a name for them: those of the case, and the record in its
 * current state.
 */
function kinOfCase(model: Model, entity: EntityModel, { given, operation }: CaseModel): DataRecord {
  const { stored, others = {}, owner = {} } = given;
  const recordsOf = (id: string) => {
    const kind = model.entities.get(id) as EntityModel;
    const self = id === entity.id && operation !== 'create' && stored ? [stored] : [];
    return [...(others[id] ?? []), ...self].map((one) => derived(model, kind, one, poolsOf(kind, given)));
  };
  return kinOf(model, entity, { owner, recordsOf });
}

/** The stored record of a case, in answer shape. */
export function previousOf(model: Model, entity: EntityModel, { given }: CaseModel): DataRecord {
  return derived(model, entity, given.stored ?? {}, poolsOf(entity, given));
}

type Judging = {
  readonly model: Model;
  readonly entity: EntityModel;
  readonly pools: Pools;
  readonly context: RuleContext;
};

function judge({ model, entity, pools, context }: Judging, sent: DataRecord): Verdict {
  const { previous } = context;
  if (context.action === 'remove') return verdict(checkWritable(entity, previous, previous ?? {}, context));
  const input = writable(entity, normaliseInput(entity, sent).record);
  const start = previous ?? newRecord(entity, context);
  const next = answerShape(model, entity.id, { ...start, ...input }, pools);
  const { record, issues } = evaluateRecord(entity, next, context, validatorsOf(model));
  return { ...verdict([...checkWritable(entity, previous, record, context), ...issues]), record };
}

/** Values that only the server sets are not taken from the body. */
function writable(entity: EntityModel, input: DataRecord): DataRecord {
  const readOnly = new Set(entity.fields.filter((field) => field.readOnly).map(({ name }) => name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !readOnly.has(name)));
}

function verdict(issues: readonly Issue[]): Verdict {
  const errors = issues.filter(({ level }) => level === 'error');
  return {
    accepted: errors.length === 0,
    rules: errors.map(({ rule }) => rule),
    at: errors.map(({ path }) => path),
  };
}

/** A stored record in answer shape with its derived values. */
function derived(
  model: Model,
  entity: EntityModel | undefined,
  stored: DataRecord,
  pools: Pools,
): DataRecord {
  if (!entity) return stored;
  const context: RuleContext = { model, user: nobody, today: '', now: '', locale: 'en-CA', action: 'get' };
  const shaped = answerShape(model, entity.id, { ...newRecord(entity, context), ...stored }, pools);
  return evaluateRecord(entity, shaped, context, validatorsOf(model)).record;
}

const nobody = { Id: '', UserName: 'case', DisplayName: 'Case', Roles: [], Features: [] };

function userOf(model: Model, { role, features }: CaseModel['given']) {
  return { ...nobody, Features: features ?? model.roles.get(role ?? '')?.features ?? [] };
}

/** Records that references of a case may name, by entity. */
export function poolsOf(entity: EntityModel, given: CaseModel['given']): Pools {
  const owner = entity.owner?.ref?.entity;
  const pools: Record<string, readonly DataRecord[] | undefined> = { ...given.others };
  if (owner && given.owner) pools[owner] = [given.owner, ...(pools[owner] ?? [])];
  return pools;
}

const validators = new WeakMap<Model, Validators>();

/** Validators of a model, created once. */
export function validatorsOf(model: Model): Validators {
  const known = validators.get(model) ?? compileValidators(model);
  validators.set(model, known);
  return known;
}
