import {
  compileModel,
  compileValidators,
  createForm,
  type DataRecord,
  type EntityModel,
  evaluateRecord,
  type FormState,
  type Model,
  parseExpression,
  type RuleContext,
} from '#engine';
import { type BenchRow, turnByTurn } from './harness.ts';

const keysPerRound = 4_000;

/**
 * The engine's share of a key press, without any drawing: a form of 500 fields and 100 rules against one of 50 fields
 * and 10 rules (the cost must not grow with the form), and what the judgement of a whole record costs a write.
 */
export async function bench(): Promise<BenchRow[]> {
  const small = openForm(50, 10);
  const large = openForm(500, 100);
  const growth = await turnByTurn({
    rounds: 7,
    ours: () => pressKeys(large.form),
    baseline: () => pressKeys(small.form),
  });
  const opening = await turnByTurn({
    rounds: 7,
    ours: () => microseconds(40, () => openForm(500, 100, large)),
    baseline: () => microseconds(40, () => openForm(50, 10, small)),
  });
  return [
    {
      name: 'form state: a key press at 500 fields against 50',
      unit: 'µs',
      ...growth,
      target: { atMost: 1.5 },
    },
    { name: 'form state: opening 500 fields against 50', unit: 'µs', ...opening, target: { atMost: 20 } },
    judgementRow(),
  ];
}

type Opened = { readonly model: Model; readonly entity: EntityModel; readonly form: FormState };

/** Every fifth field has a rule that reads its left neighbour: relevance, a check, a computed value in turn. */
function openForm(fields: number, rules: number, known?: Opened): Opened {
  const model = known?.model ?? modelOf(fields, rules);
  const entity = model.entities.get('wide') as EntityModel;
  const record = Object.fromEntries(entity.fields.map((field, at) => [field.name, `value ${at}`]));
  const form = createForm({
    entity,
    record,
    isNew: false,
    context: contextOf(model),
    validators: validatorsOf(model),
  });
  for (const { name } of entity.fields) form.subscribe(`/${name}`, () => form.view(`/${name}`));
  return { model, entity, form };
}

function modelOf(fields: number, rules: number): Model {
  const properties: Record<string, object> = {};
  for (let at = 0; at < fields; at += 1)
    properties[`F${at}`] = { type: 'string', maxLength: 80, title: `Field ${at}` };
  const every = Math.floor(fields / rules);
  const declared = Array.from({ length: rules }, (_, at) => ruleAt(at, at * every));
  const files = [
    { file: 'schemas/defaults.json', json: { settings: {}, systemFields: {} } },
    {
      file: 'schemas/bench/wide/entity.json',
      json: { $id: 'wide', title: 'Wide', type: 'object', properties },
    },
    { file: 'schemas/bench/wide/behaviour.json', json: { for: 'wide', rules: declared } },
  ];
  return compileModel({ files }, { parse: parseExpression, review: false }).model;
}

function ruleAt(at: number, field: number): object {
  const [left, own] = [`F${field + 1}`, `F${field}`];
  const kinds = [
    { field: own, relevant: `${left} != 'hide'`, retain: 'keep' },
    { check: `${left} != ${own}`, at: [own], message: 'bench.same' },
    { field: own, value: `${left} & '!'` },
    { field: own, required: `${left} = 'must'`, editable: `${left} != 'lock'` },
  ];
  return { id: `rule${at}`, ...kinds[at % kinds.length] };
}

const validators = new WeakMap<Model, ReturnType<typeof compileValidators>>();

function validatorsOf(model: Model): ReturnType<typeof compileValidators> {
  const made = validators.get(model) ?? compileValidators(model);
  validators.set(model, made);
  return made;
}

function contextOf(model: Model): Omit<RuleContext, 'action' | 'previous'> {
  const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
  return { model, user, today: '2026-11-21', now: '2026-11-21T12:00:00Z', locale: 'en-CA' };
}

/** Microseconds for one key press, in fields that rules read and in others alike. */
function pressKeys(form: FormState): number {
  const names = form.entity.fields.map(({ name }) => `/${name}`).slice(0, 50);
  let key = 0;
  return microseconds(keysPerRound, () => {
    key += 1;
    form.change(names[key % names.length] as string, `typed ${key}`);
  });
}

function microseconds(times: number, work: () => void): number {
  const start = performance.now();
  for (let at = 0; at < times; at += 1) work();
  return ((performance.now() - start) / times) * 1000;
}

/** A record of 25 fields and 10 rules, settled and judged: what a PUT pays beside the store. */
function judgementRow(): BenchRow {
  const model = modelOf(25, 10);
  const entity = model.entities.get('wide') as EntityModel;
  const checks = validatorsOf(model);
  const record: DataRecord = Object.fromEntries(entity.fields.map(({ name }, at) => [name, `value ${at}`]));
  const context = { ...contextOf(model), action: 'update', previous: record };
  const judge = () => evaluateRecord(entity, { ...record }, { ...context }, checks);
  microseconds(2_000, judge);
  const ours = microseconds(10_000, judge);
  return {
    name: 'rules: a whole record of 25 fields and 10 rules',
    unit: 'µs',
    ours,
    target: { atMost: 100 },
  };
}
