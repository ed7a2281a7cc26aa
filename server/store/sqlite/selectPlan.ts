/** What is read of an entity's rows: its columns, and by joins those of records it refers to once. */
import { sql } from 'kysely';
import { type DataRecord, type FieldModel, refersToOne } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { type Expansion, expansionsOf } from '../expandRecords.ts';
import { answerInto } from '../fieldCodec.ts';
import { column, type Sql } from './compileSql.ts';
import { fromColumn } from './names.ts';

export type SelectPlan = {
  readonly columns: Sql;
  /** `left join …` for the rows named `t`. */
  readonly joins: Sql;
  readonly decode: (row: readonly unknown[]) => DataRecord;
  /** References no join brings: lists, and those in rows. */
  readonly rest: readonly Expansion[];
  /** All references, whatever brings them. */
  readonly all: readonly Expansion[];
};

type Reader = (row: readonly unknown[], into: Record<string, unknown>) => void;

/** The plan for rows named `t`. */
export function selectPlan(table: EntityTable, tables: EntityTables): SelectPlan {
  const draft: Draft = { tables, columns: [], joins: [] };
  const all = expansionsOf(table, tables);
  const expansions = new Map(all.map((expansion) => [expansion.field.path, expansion]));
  const readers = table.codecs.flatMap(({ field }) => {
    const own = readField(draft, { table, alias: 't', name: field.name });
    const joined = expansions.get(field.path);
    const join = joined && joinOf(draft, { expansion: joined, alias: 't', depth: 1 });
    if (join) expansions.delete(field.path);
    return join ? [own, join] : [own];
  });
  return {
    columns: sql.join(draft.columns, sql`, `),
    joins: draft.joins.length > 0 ? sql.join(draft.joins, sql` `) : sql``,
    decode: (row) => {
      const record: Record<string, unknown> = {};
      for (const read of readers) read(row, record);
      return record;
    },
    rest: [...expansions.values()],
    all,
  };
}

/** As deep as `expandRecords` goes. */
const maximumDepth = 3;

type Draft = { readonly tables: EntityTables; readonly columns: Sql[]; readonly joins: Sql[] };
type At = { readonly table: EntityTable; readonly alias: string; readonly name: string };

function readField(draft: Draft, { table, alias, name }: At): Reader {
  const codec = table.codecByName.get(name);
  if (!codec) throw new Error(`${table.entity.id} has no column ${name}.`);
  const position = draft.columns.push(column(alias, name)) - 1;
  // Most columns are texts and numbers that need nothing done to them.
  if (codec.isPlain && !codec.expandLookup && codec.field.storage !== 'boolean')
    return (row, into) => {
      if (row[position] !== null) into[name] = row[position];
    };
  const toKept = fromColumn(codec.field);
  return (row, into) => answerInto(into, codec, toKept(row[position]));
}

/** Undefined when the expansion holds what a join cannot bring. */
function joinOf(
  draft: Draft,
  { expansion, alias, depth }: { expansion: Expansion; alias: string; depth: number },
): Reader | undefined {
  const { field, target, expand, holder } = expansion;
  const table = draft.tables.get(target);
  if (!refersToOne(field) || holder.length > 0 || depth > maximumDepth) return undefined;
  const members = memberPlans({ table, names: expand.fields, tables: draft.tables, depth });
  if (!members) return undefined;
  const name = `${alias}_${draft.joins.length}`;
  const on = sql`${column(name, 'Id')} = ${column(alias, field.name)}`;
  draft.joins.push(sql`left join ${sql.table(target)} as ${sql.ref(name)} on ${on}`);
  const idPosition = draft.columns.push(column(name, 'Id')) - 1;
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

/** How a join brings each member; names that are not stored are passed over, since only rules can give them. */
function memberPlans({ table, names, tables, depth }: MembersWanted): readonly Member[] | undefined {
  const expansions = expansionsOf(table, tables);
  const members: Member[] = [];
  for (const name of names.filter((each) => each !== 'Id')) {
    const expanded = table.codecs.find(
      ({ field }) => field.expand?.as === name && field.kind !== 'references',
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
