/** Several statements as one: each with the records its rows refer to. */
import type { SelectPlan } from '../sql/selectPlan.ts';
import type { Beside, IdPlace } from './beside.ts';
import type { Rows } from './connections.ts';

/** A statement that reads rows. */
export type Part = {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The storage of each of its columns. */
  readonly storages: SelectPlan['storages'];
  readonly beside: readonly Beside[];
};

/** The rows of a part, and those beside it. */
export type PartRows = { readonly rows: Rows; readonly beside: readonly BesideRows[] };

export type BesideRows = {
  readonly of: Beside;
  readonly rows: Rows;
};

/** One row with a JSON list for each part and for everything beside it. */
export function oneStatement(parts: readonly Part[]): { readonly text: string; readonly values: unknown[] } {
  return { text: textOf(parts), values: parts.flatMap(({ values }) => values) };
}

/** Reads the row that `oneStatement` returns. */
export function partsOf(parts: readonly Part[], [row = []]: Rows): readonly PartRows[] {
  let at = 0;
  const next = (): Rows => ((row[at++] ?? []) as readonly object[]).map((each) => Object.values(each));
  return parts.map(({ beside }) => {
    const rows = next();
    return { rows, beside: eachBeside(beside).map((of) => ({ of, rows: next() })) };
  });
}

const eachBeside = (beside: readonly Beside[]): readonly Beside[] =>
  beside.flatMap((one) => [one, ...eachBeside(one.beside)]);

/** Texts are long, and the same few come again and again. */
const numbers = new WeakMap<Part['storages'], Map<string, number>>();
let lastNumber = 0;

function numberOf({ text, storages }: Part): number {
  const known = numbers.get(storages) ?? new Map<string, number>();
  numbers.set(storages, known);
  const found = known.get(text) ?? ++lastNumber;
  known.set(text, found);
  return found;
}

function textOf(parts: readonly Part[]): string {
  return known(parts.map((part) => `${numberOf(part)}:${part.values.length}`).join(), parts);
}

const texts = new Map<string, string>();
const mostTexts = 1000;

function known(key: string, parts: readonly Part[]): string {
  const found = texts.get(key);
  if (found !== undefined) return found;
  const made = write(parts);
  if (texts.size >= mostTexts) texts.delete(texts.keys().next().value as string);
  texts.set(key, made);
  return made;
}

function write(parts: readonly Part[]): string {
  const tables: string[] = [];
  const results: string[] = [];
  const add = (text: string, storages: Part['storages']): string => {
    const name = `r${tables.length}`;
    const columns = storages.map((_, at) => `c${at}`).join(', ');
    tables.push(`${name} (${columns}) as materialized (${text})`);
    // Decimals would lose digits as JSON numbers.
    const shown = storages.map((storage, at) => (storage === 'decimal' ? `c${at}::text` : `c${at}`));
    results.push(`(select json_agg(j) from (select ${shown.join(', ')} from ${name}) as j)`);
    return name;
  };
  const addBeside = (above: string, beside: readonly Beside[]): void => {
    for (const one of beside) {
      const ids = one.ids.map((place) => idsSql(above, place)).join(' union ');
      addBeside(add(one.textOf(ids || 'select null::text'), one.select.storages), one.beside);
    }
  };
  let first = 0;
  for (const { text, values, storages, beside } of parts) {
    addBeside(add(renumbered(text, first), storages), beside);
    first += values.length;
  }
  return `with ${tables.join(', ')} select ${results.join(', ')}`;
}

/** The ids at a place: members are followed through objects and lists. */
function idsSql(table: string, { position, members }: IdPlace): string {
  const start = `to_json(x.c${position})`;
  const steps = [...members].reduce(
    ({ from, value }, member, at) => {
      const name = `e${at}`;
      return {
        from: `${from}, json_array_elements(${listSql(value)}) as ${name}(v)`,
        value: `${name}.v -> '${member.replaceAll("'", "''")}'`,
      };
    },
    { from: `${table} as x`, value: start },
  );
  return `select i.v from ${steps.from}, json_array_elements_text(${listSql(steps.value)}) as i(v)`;
}

const listSql = (value: string): string =>
  `case json_typeof(${value}) when 'array' then ${value} else json_build_array(${value}) end`;

/** Quoted names and texts, or the number of a placeholder. */
const tokens = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\$(\d+)/g;

const renumbered = (text: string, first: number): string =>
  first === 0
    ? text
    : text.replace(tokens, (token, number) => (number ? `$${Number(number) + first}` : token));
