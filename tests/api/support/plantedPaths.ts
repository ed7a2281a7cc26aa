/**
 * Records that a person sees and that lead to some they do not: for every reference of the model to an entity
 * with row access, a record of the person's own whose reference leads to another's, and further ones that
 * lead there over up to three references. The content of the hidden records can be changed, so that a test
 * sees whether an answer depends on it.
 */
import { type DataRecord, type EntityModel, type FieldModel, type Model, refersToOne } from '#engine';
import type { Store } from '../../../server/store/types.ts';

export const mostHops = 3;

export type Own = Readonly<Record<string, string | undefined>>;

export type PlantedPath = {
  readonly entity: string;
  readonly path: string;
  readonly through: readonly FieldModel[];
  readonly field: FieldModel;
};

/** Switches the content of hidden records between two variants. */
export type Variant = 0 | 1;

const id = (kind: string, n: number) => `0f${kind}00000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const single = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter((field) => field.stored && !field.records && field.ref && refersToOne(field));

export type Planted = {
  /** Hidden records by entity. */
  readonly hidden: ReadonlyMap<string, string>;
  /** Records that lead to hidden ones, by entity. */
  readonly leading: ReadonlyMap<string, readonly string[]>;
};

/** `own`: a record of the person by limited entity, where there is one. */
export async function plantPaths(store: Store, model: Model, own: Own): Promise<Planted> {
  const limited = [...model.entities.values()].filter(({ rowAccess }) => rowAccess);
  const hidden = new Map(limited.map((entity, n) => [entity.id, id('c', n + 1)]));
  const order = [...limited].sort((a, b) => rank(a) - rank(b));
  const leading = new Map<string, string[]>();
  let count = 0;
  await store.transaction(async (session) => {
    for (const entity of order) {
      const owners = single(entity).flatMap(({ name, ref }) => {
        const isReady = order.findIndex(({ id: one }) => one === ref?.entity) < order.indexOf(entity);
        const target = isReady ? hidden.get(ref?.entity ?? '') : undefined;
        return target ? [[name, target] as const] : [];
      });
      await session.insert(entity.id, {
        ...stamps,
        ...variantOf(entity, 0),
        ...Object.fromEntries(owners),
        Id: hidden.get(entity.id),
      });
    }
    // Some refer to each other, and later ones are known now.
    for (const entity of order) {
      const all = single(entity).flatMap(({ name, ref }) => {
        const target = hidden.get(ref?.entity ?? '');
        return target ? [[name, target] as const] : [];
      });
      await session.update(entity.id, hidden.get(entity.id) as string, Object.fromEntries(all));
    }
    let targets = new Map([...hidden].map(([entity, target]) => [entity, [target]]));
    for (let hop = 1; hop <= mostHops; hop++) {
      const next = new Map<string, string[]>();
      for (const entity of model.entities.values())
        for (const field of single(entity)) {
          const target = targets.get(field.ref?.entity ?? '')?.[0];
          if (!target || systemEntities.has(entity.id)) continue;
          const ours = single(entity).flatMap(({ name, ref }) => {
            const mine = name === field.name ? undefined : own[ref?.entity ?? ''];
            return mine ? [[name, mine] as const] : [];
          });
          count += 1;
          const record = { ...stamps, ...Object.fromEntries(ours), [field.name]: target, Id: id('d', count) };
          // Where a unique allows only one such record, one is enough.
          if ((await session.insertMany(entity.id, [record])) === 0) continue;
          next.set(entity.id, [...(next.get(entity.id) ?? []), record.Id]);
          leading.set(entity.id, [...(leading.get(entity.id) ?? []), record.Id]);
        }
      targets = next;
    }
  });
  return { hidden, leading };
}

/** Groups before dealers, dealers before their people, people before all else. */
const first = ['dealer-group', 'dealer', 'employee', 'dealer-brand'];
const rank = ({ id: entity }: EntityModel): number =>
  first.includes(entity) ? first.indexOf(entity) : first.length;

const moment = '2026-11-01T00:00:00Z';
const stamps = {
  ...{ CreatedDate: moment, CreatedBy: 'admin', ModifiedDate: moment, ModifiedBy: 'admin' },
  Revision: 1,
};

const systemEntities = new Set(['history', 'job', 'session', 'notification', 'letter', 'preference']);

const values: Partial<Record<FieldModel['kind'], readonly [unknown, unknown]>> = {
  text: ['Aardvark', 'Zebra'],
  multiline: ['Aardvark', 'Zebra'],
  integer: [1, 9],
  decimal: [1, 9],
  money: [1, 9],
  percent: [1, 9],
  boolean: [false, true],
  date: ['2001-01-01', '2091-01-01'],
  datetime: ['2001-01-01T00:00:00.000Z', '2091-01-01T00:00:00.000Z'],
};

const isVaried = ({ name, kind, stored, lookup, records }: FieldModel): boolean =>
  stored && !lookup && !records && values[kind] !== undefined && !(name in stamps) && name !== 'Id';

/** All content that a hidden record of the entity has. */
export function variantOf(entity: EntityModel, variant: Variant): DataRecord {
  const own = entity.fields.filter(isVaried).map(({ name, kind }) => [name, values[kind]?.[variant]]);
  const rows = entity.fields.filter(hasVariedRows).map(({ name, kind, fields = [] }) => {
    const row = Object.fromEntries(
      fields.filter(isVaried).map((one) => [one.name, values[one.kind]?.[variant]]),
    );
    return [name, kind === 'rows' ? [row] : row];
  });
  return Object.fromEntries([...own, ...rows]);
}

const hasVariedRows = ({ kind, stored, records, fields }: FieldModel): boolean =>
  stored && !records && (kind === 'rows' || kind === 'object') && (fields ?? []).some(isVaried);

export async function vary(store: Store, model: Model, planted: Planted, variant: Variant): Promise<void> {
  await store.transaction(async (session) => {
    for (const [entity, one] of planted.hidden)
      await session.update(entity, one, variantOf(model.entities.get(entity) as EntityModel, variant));
  });
}

/** Every path from a record that leads to hidden ones, over up to three references, to fields that vary. */
export function pathsToHidden(model: Model, { leading, hidden }: Planted): readonly PlantedPath[] {
  const found: PlantedPath[] = [];
  const walk = (
    from: string,
    at: EntityModel,
    way: readonly FieldModel[],
    names: readonly string[],
  ): void => {
    if (way.length > 0 && hidden.has(at.id))
      for (const field of endsOf(at))
        found.push({ entity: from, path: [...names, field.path].join('.'), through: way, field });
    if (way.length === mostHops) return;
    for (const field of single(at)) {
      const target = model.entities.get(field.ref?.entity ?? '');
      if (target) walk(from, target, [...way, field], [...names, field.expand?.as ?? field.name]);
    }
  };
  for (const entity of leading.keys()) walk(entity, model.entities.get(entity) as EntityModel, [], []);
  return found;
}

function endsOf(entity: EntityModel): readonly FieldModel[] {
  const rows = entity.fields
    .filter(hasVariedRows)
    .flatMap(({ fields = [] }) => fields.filter(isVaried).slice(0, 1));
  return [...entity.fields.filter(isVaried), ...rows];
}

/** The answer that shows the end of the path: that of the record itself, or of a visible one on the way. */
export async function isShown(
  see: Pick<Store, 'get'>,
  { entity, path, through }: PlantedPath,
  start: string,
): Promise<boolean> {
  let [at, names, key]: [string, string[], string] = [entity, path.split('.'), start];
  for (const hop of [...through, undefined]) {
    const record = await see.get(at, key);
    if (!record) return false;
    if (valueIn(record, names) !== undefined) return true;
    if (!hop) return false;
    [at, names, key] = [hop.ref?.entity ?? '', names.slice(1), String(record[hop.name])];
  }
  return false;
}

function valueIn(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value))
    return value.map((one) => valueIn(one, name === undefined ? [] : [name, ...rest]))[0];
  return name === undefined ? value : valueIn((value as DataRecord)[name], rest);
}
