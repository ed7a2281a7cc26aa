/** Referenced records that a statement can read beside its own rows, found by the ids in those rows. */
import { sql } from 'kysely';
import type { ExpandModel } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import { among, type Expansion } from '../expandRecords.ts';
import { column, compileSql } from '../sql/compileSql.ts';
import type { SelectPlan } from '../sql/selectPlan.ts';
import type { SqlTables } from '../sql/sqlTables.ts';
import { postgresDialect } from './postgresDialect.ts';

/** Records of one entity that rows refer to, and the records that those refer to in turn. */
export type Beside = {
  readonly entity: string;
  /** The fields it reads, as `fieldsOf` lists them. */
  readonly fields: string;
  readonly select: SelectPlan;
  /** The statement, given the SQL of the ids. */
  readonly textOf: (ids: string) => string;
  /** Where the ids are in the rows above. */
  readonly ids: readonly IdPlace[];
  readonly beside: readonly Beside[];
};

/** A column, and the members that lead from it to the ids; each may be an object, a list, or empty. */
export type IdPlace = { readonly position: number; readonly members: readonly string[] };

/** Expansions are nested as deeply as `expandRecords` fills them. */
const maximumDepth = 3;

/** The most characters read beside one statement: planning more takes longer than reading it separately. */
const mostText = 16_000;

const known = new WeakMap<SelectPlan, readonly Beside[]>();

export function besideOf(tables: SqlTables, select: SelectPlan): readonly Beside[] {
  const found = known.get(select) ?? deepest(tables, select, maximumDepth);
  known.set(select, found);
  return found;
}

/** As many levels as a statement has room for; the rest is read afterwards. */
function deepest(tables: SqlTables, select: SelectPlan, depth: number): readonly Beside[] {
  const found = besideAt(tables, select, depth);
  return lengthOf(found) <= mostText ? found : deepest(tables, select, depth - 1);
}

/** Characters of the statements; the ids come on top. */
export const lengthOf = (beside: readonly Beside[]): number =>
  beside.reduce((sum, { textOf, beside: further }) => sum + textOf('').length + lengthOf(further), 0);

function besideAt(
  { tables, statements, dialect }: SqlTables,
  select: Pick<SelectPlan, 'rest' | 'places'>,
  depth: number,
): readonly Beside[] {
  if (depth === 0) return [];
  const targets = [...new Set(select.rest.map(({ target }) => target))];
  return targets.flatMap((target): readonly Beside[] => {
    const ofTarget = select.rest.filter((each) => each.target === target);
    const ids = ofTarget.flatMap((expansion) => placeOf(select.places, expansion));
    const table = tables.get(target);
    const fields = fieldsOf(
      table,
      ofTarget.map(({ expand }) => expand),
    );
    const own = statements(target).selectOf(fields);
    const wanted = new Set(ofTarget.flatMap(({ expand }) => expand.fields));
    const from = sql`select ${own.columns} from ${sql.table(target)} as t ${own.joins}`;
    const { text } = compileSql(sql`${from} where ${column('t', 'Id')} = any`, postgresDialect);
    return [
      {
        ...{ entity: target, fields: fields.join(), select: own, ids },
        // As an array: the planner would take hundreds of ids for millions, and read whole tables to join them.
        textOf: (source) => `${text}(array(${source}))`,
        beside: besideAt(
          { tables, statements, dialect },
          { rest: among(own.rest, wanted), places: own.places },
          depth - 1,
        ),
      },
    ];
  });
}

function placeOf(places: SelectPlan['places'], { holder, field }: Expansion): readonly IdPlace[] {
  const [first = field.name, ...members] = [...holder, field.name];
  const position = places.get(first);
  return position === undefined ? [] : [{ position, members }];
}

/** The stored fields that expansions show. */
export function fieldsOf({ codecs }: EntityTable, expands: readonly ExpandModel[]): readonly string[] {
  const tops = new Set(expands.flatMap(({ fields }) => fields.map((name) => name.split('.')[0])));
  const shown = codecs
    .map(({ field }) => field)
    .filter(({ name, expand, ref }) =>
      [name, expand?.as, ref?.expand?.as].some((each) => each !== undefined && tops.has(each)),
    )
    .map(({ name }) => name);
  return [...new Set(['Id', ...shown])].sort();
}
