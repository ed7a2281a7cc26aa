/** What to select from an entity's rows: its columns, and the rows of single references. */
import { sql } from 'kysely';
import { type DataRecord, type FieldModel, refersToMany, refersToOne } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { type Expansion, expansionsOf } from '../expandRecords.ts';
import { answerInto } from '../fieldCodec.ts';
import { column, compileSql, Slot, type Sql } from './compileSql.ts';
import type { Dialect } from './dialect.ts';

export type SelectPlan = {
  readonly columns: Sql;
  /** Joins for columns of other tables. */
  readonly joins: Sql;
  readonly decode: (row: readonly unknown[], referenced: Referenced) => DataRecord;
  /** The storage of each column. */
  readonly storages: readonly FieldModel['storage'][];
  /** The column of each of the entity's own fields. */
  readonly places: ReadonlyMap<string, number>;
  /** Expansions not covered by the row: lists, and references in rows. */
  readonly rest: readonly Expansion[];
  /** All expansions, wherever they come from. */
  readonly all: readonly Expansion[];
};

/** What is read of a referenced record, by its id. */
export type ReferencePlan = {
  readonly text: string;
  /** The entities whose rows it reads. */
  readonly reads: ReadonlySet<string>;
};

/** The row of a referenced record; cached, since many records refer to the same few (`referenceRows`). */
export type Referenced = (plan: ReferencePlan, id: string) => readonly unknown[] | undefined;

type Reader = (row: readonly unknown[], into: Record<string, unknown>) => void;
type RecordReader = (row: readonly unknown[], into: Record<string, unknown>, referenced: Referenced) => void;

/** The plan for rows named `t`, with all fields or some. */
export function selectPlan(
  table: EntityTable,
  { tables, dialect }: Pick<Draft, 'tables' | 'dialect'>,
  only?: readonly string[],
): SelectPlan {
  const draft = newDraft({ tables, dialect });
  const isRead = ({ path }: FieldModel) => only?.includes(path.split('.')[0] ?? '') ?? true;
  const all = expansionsOf(table, tables).filter(({ field }) => isRead(field));
  const expansions = new Map(all.map((expansion) => [expansion.field.path, expansion]));
  const read = table.codecs.filter(({ field }) => isRead(field));
  const places = new Map<string, number>();
  const readers = read.flatMap(({ field }): readonly RecordReader[] => {
    places.set(field.name, draft.columns.length);
    const own = readField(draft, { table, alias: 't', name: field.name });
    const expansion = expansions.get(field.path);
    const reference = expansion && referenceOf(draft, expansion);
    if (reference) expansions.delete(field.path);
    return reference ? [own, reference] : [own];
  });
  return {
    columns: sql.join(draft.columns, sql`, `),
    joins: joinsOf(draft),
    decode: (row, referenced) => {
      const record: Record<string, unknown> = {};
      for (const read of readers) read(row, record, referenced);
      return record;
    },
    storages: draft.storages,
    places,
    rest: [...expansions.values()],
    all,
  };
}

/** Undefined if the expansion needs more than one row. */
function referenceOf(from: Draft, expansion: Expansion): RecordReader | undefined {
  const { tables, dialect } = from;
  const { field, target, expand, holder } = expansion;
  if (dialect.joinsReferences) return joinOf(from, { expansion, alias: 't', depth: 1 });
  const table = tables.get(target);
  if (!refersToOne(field) || holder.length > 0) return undefined;
  const members = memberPlans({ table, names: expand.fields, tables, depth: 1 });
  if (!members) return undefined;
  const draft = newDraft({ tables, dialect });
  draft.reads.add(target);
  addColumn(draft, column('t', 'Id'), 'text');
  const readers = members.map((member) => readMember(draft, { member, table, alias: 't', depth: 1 }));
  const select = sql`select ${sql.join(draft.columns, sql`, `)} from ${sql.table(target)} as t`;
  const { text } = compileSql(sql`${select} ${joinsOf(draft)} where t."Id" = ${new Slot(0)}`, dialect);
  const plan: ReferencePlan = { text, reads: draft.reads };
  return (_row, into, referenced) => {
    const id = into[field.name];
    const found = typeof id === 'string' ? referenced(plan, id) : undefined;
    if (!found) return;
    const object: Record<string, unknown> = { Id: found[0] };
    for (const read of readers) read?.(found, object);
    into[expand.as] = object;
  };
}

const joinsOf = ({ joins }: Draft): Sql => (joins.length > 0 ? sql.join(joins, sql` `) : sql``);

/** The same depth as in `expandRecords`. */
const maximumDepth = 3;

type Draft = {
  readonly tables: EntityTables;
  readonly dialect: Dialect;
  readonly columns: Sql[];
  readonly storages: FieldModel['storage'][];
  readonly joins: Sql[];
  readonly reads: Set<string>;
};

const newDraft = (of: Pick<Draft, 'tables' | 'dialect'>): Draft => ({
  ...{ tables: of.tables, dialect: of.dialect, columns: [], storages: [], joins: [], reads: new Set() },
});

/** Returns the position of the new column. */
function addColumn({ columns, storages }: Draft, value: Sql, storage: FieldModel['storage']): number {
  storages.push(storage);
  return columns.push(value) - 1;
}

type At = { readonly table: EntityTable; readonly alias: string; readonly name: string };

function readField(draft: Draft, { table, alias, name }: At): Reader {
  const codec = table.codecByName.get(name);
  if (!codec) throw new Error(`${table.entity.id} has no column ${name}.`);
  const position = addColumn(draft, column(alias, name), codec.field.storage);
  // Fast path: most columns are text and numbers that need no conversion.
  if (codec.isPlain && !codec.expandLookup && codec.field.storage !== 'boolean')
    return (row, into) => {
      if (row[position] !== null) into[name] = row[position];
    };
  const toKept = draft.dialect.fromColumn(codec.field);
  return (row, into) => answerInto(into, codec, toKept(row[position]));
}

/** Undefined if the expansion holds what a join cannot provide. */
function joinOf(
  draft: Draft,
  { expansion, alias, depth }: { expansion: Expansion; alias: string; depth: number },
): Reader | undefined {
  const { field, target, expand, holder } = expansion;
  const table = draft.tables.get(target);
  if (!refersToOne(field) || holder.length > 0 || depth > maximumDepth) return undefined;
  const members = memberPlans({ table, names: expand.fields, tables: draft.tables, depth });
  if (!members) return undefined;
  draft.reads.add(target);
  const name = `${alias}_${draft.joins.length}`;
  const on = sql`${column(name, 'Id')} = ${column(alias, field.name)}`;
  draft.joins.push(sql`left join ${sql.table(target)} as ${sql.ref(name)} on ${on}`);
  const idPosition = addColumn(draft, column(name, 'Id'), 'text');
  const readers = members.map((member) => readMember(draft, { member, table, alias: name, depth }));
  return (row, into) => {
    if (row[idPosition] === null) return;
    const object: Record<string, unknown> = { Id: row[idPosition] };
    for (const read of readers) read?.(row, object);
    into[expand.as] = object;
  };
}

type Member =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'lookup'; readonly field: FieldModel }
  | { readonly kind: 'reference'; readonly expansion: Expansion };

type MembersWanted = {
  readonly table: EntityTable;
  readonly names: readonly string[];
  readonly tables: EntityTables;
  readonly depth: number;
};

/** How a join provides each member; skips names that are not stored, which only rules can compute. */
function memberPlans({ table, names, tables, depth }: MembersWanted): readonly Member[] | undefined {
  const expansions = expansionsOf(table, tables);
  const members: Member[] = [];
  for (const name of names.filter((each) => each !== 'Id')) {
    const expanded = table.codecs.find(
      ({ field }) => field.expand?.as === name && !refersToMany(field),
    )?.field;
    const expansion = expansions.find((each) => each.field === expanded);
    if (expanded?.lookup) members.push({ kind: 'lookup', field: expanded });
    else if (expansion && depth >= maximumDepth) continue;
    else if (expansion && canJoin(expansion, tables, depth)) members.push({ kind: 'reference', expansion });
    else if (expanded || name.includes('.') || isStructured(table, name)) return undefined;
    else if (table.codecByName.has(name)) members.push({ kind: 'field', name });
  }
  return members;
}

function canJoin({ target, expand }: Expansion, tables: EntityTables, depth: number): boolean {
  return (
    memberPlans({ table: tables.get(target), names: expand.fields, tables, depth: depth + 1 }) !== undefined
  );
}

function isStructured(table: EntityTable, name: string): boolean {
  return table.codecByName.get(name)?.field.storage === 'json';
}

type MemberAt = {
  readonly member: Member;
  readonly table: EntityTable;
  readonly alias: string;
  readonly depth: number;
};

function readMember(draft: Draft, { member, table, alias, depth }: MemberAt): Reader | undefined {
  if (member.kind === 'reference')
    return joinOf(draft, { expansion: member.expansion, alias, depth: depth + 1 });
  const name = member.kind === 'field' ? member.name : member.field.name;
  const read = readField(draft, { table, alias, name });
  const wanted = member.kind === 'field' ? name : (member.field.expand?.as ?? '');
  return (row, into) => {
    const whole: Record<string, unknown> = {};
    read(row, whole);
    if (whole[wanted] !== undefined) into[wanted] = whole[wanted];
  };
}
