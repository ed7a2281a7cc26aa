/**
 * Every declared choice among records that depends on something else is enforced by the server: no write
 * accepts a record that the form would not have offered, in a new record or a stored one.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, OptionsRule } from '#engine';
import { type Ask, model, type Running, type StoreKind, startApp } from './support/startApp.ts';

type Dependent = { readonly entity: EntityModel; readonly rule: OptionsRule; readonly name: string };

/**
 * With a condition that reads the record, its row or its owner, or that chooses among what other records
 * refer to.
 */
const dependents: readonly Dependent[] = [...model.entities.values()].flatMap((entity) =>
  entity.rules.options
    .filter(({ from, where, through }) => model.entities.has(from) && (through || readsOf(where).length > 0))
    .filter(() => isWritten(entity))
    .map((rule) => ({ entity, rule, name: `${entity.id} ${rule.field} (${rule.id})` })),
);

/** Rows that only their owner's form writes are checked by the same rules with it (rowRecords.test.ts). */
function isWritten({ policy }: EntityModel): boolean {
  return [policy.create, policy.update].every(
    (access) => access.kind !== 'feature' || access.anyOf.length > 0,
  );
}

function readsOf(where: OptionsRule['where']): readonly string[] {
  return (where?.reads ?? []).map(({ from }) => from).filter((from) => from !== 'user');
}

/** The record with the choice set at its place; in rows, in a row like the first stored one. */
function choosing({ entity, rule }: Dependent, record: DataRecord, id: unknown): DataRecord {
  const value = entity.fieldByPath.get(rule.field)?.kind === 'references' ? [{ Id: id }] : id;
  const [list, name] = rule.each
    ? [rule.each.split('.'), rule.field.slice(rule.each.length + 1)]
    : [[], rule.field];
  const put = (into: unknown, path: readonly string[]): DataRecord => {
    const [first = '', ...rest] = path;
    const holder = (into ?? {}) as DataRecord;
    return { ...holder, [first]: rest.length === 0 ? value : put(holder[first], rest) };
  };
  const within = (into: unknown, path: readonly string[]): unknown => {
    const [first, ...rest] = path;
    if (first === undefined) return [put((Array.isArray(into) && into[0]) || {}, name.split('.'))];
    const holder = (into ?? {}) as DataRecord;
    return { ...holder, [first]: within(holder[first], rest) };
  };
  return (rule.each ? within(record, list) : put(record, name.split('.'))) as DataRecord;
}

const sampled = 25;

/** The ids chosen at the path. */
function choicesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((entry) => choicesAt(entry, path));
  const [name, ...rest] = path;
  const holder = typeof value === 'object' && value !== null ? (value as DataRecord) : undefined;
  if (name !== undefined) return holder ? choicesAt(holder[name], rest) : [];
  const id = holder ? holder.Id : value;
  return typeof id === 'string' ? [id] : [];
}

describe.each(['memory', 'sqlite'] as const)('C5: a dependent choice (%s)', (kind: StoreKind) => {
  let app: Running;
  let admin: Ask;
  beforeAll(async () => {
    app = await startApp({ store: kind });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  const samples = new Map<string, readonly DataRecord[]>();
  /** A sample from the whole table, so that they have several owners. */
  const find = async (entity: string): Promise<readonly DataRecord[]> => {
    const known = samples.get(entity);
    if (known) return known;
    const { items } = await app.store.find({ entity, page: { number: 1, size: 1000 } });
    const step = Math.max(1, Math.floor(items.length / sampled));
    const some = items.filter((_, at) => at % step === 0).slice(0, sampled);
    samples.set(entity, some);
    return some;
  };

  /** The rules that refuse the choice at its field: its own, or another with a more precise message. */
  async function refusals(one: Dependent, record: DataRecord, id: unknown): Promise<readonly string[]> {
    const { entity, rule, name } = one;
    const answer = await admin('POST', `/validate/${entity.id}`, choosing(one, record, id));
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200);
    const errors: readonly { Rule: string; Path: string }[] = answer.body.Errors;
    const place = `/${rule.field.replaceAll('.', '/')}`;
    const isAt = (path: string) => path.replace(/\/\d+(?=\/|$)/g, '') === place;
    return errors.filter(({ Path }) => isAt(Path)).map(({ Rule }) => Rule);
  }

  const storedWith = async ({ entity, rule }: Dependent): Promise<DataRecord | undefined> =>
    (await find(entity.id)).find((record) => choicesAt(record, rule.field.split('.')).length > 0);

  /** Values that make a field relevant and do not occur in the sample data. */
  async function relevantFor({ rule }: Dependent): Promise<DataRecord> {
    if (rule.id !== 'parameter-value.groupable') return {};
    const [base] = await find('parameter');
    return { ProductId: base?.ProductId, GroupedParameterId: base?.Id, IsGrouped: true };
  }

  async function isSomeRefused(one: Dependent, record: DataRecord): Promise<boolean> {
    for (const { Id } of await find(one.rule.from))
      if ((await refusals(one, record, Id)).some((rule) => rule !== 'validation.required')) return true;
    return false;
  }

  it('of a new record is refused where it does not match, for any record', async () => {
    const open: string[] = [];
    for (const one of dependents) {
      const { Id, ...stored } = (await storedWith(one)) ?? (await relevantFor(one));
      if (!(await isSomeRefused(one, stored))) open.push(one.name);
    }
    expect(open).toEqual([]);
    expect(dependents.length).toBeGreaterThan(30);
  });

  it('of a stored record is refused when changed to a mismatch, and kept when unchanged', async () => {
    const [open, shut]: [string[], string[]] = [[], []];
    let tried = 0;
    for (const one of dependents) {
      const stored = await storedWith(one);
      if (!stored) continue;
      tried += 1;
      if (!(await isSomeRefused(one, stored))) open.push(one.name);
      const [chosen] = choicesAt(stored, one.rule.field.split('.'));
      if ((await refusals(one, stored, chosen)).includes(one.rule.id)) shut.push(one.name);
    }
    expect(open).toEqual([]);
    expect(shut).toEqual([]);
    expect(tried).toBeGreaterThan(15);
  });
});
