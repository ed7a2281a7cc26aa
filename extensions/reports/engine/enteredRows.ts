/** Rows that are entered in a definition: `<Query><XmlData>…</XmlData><ElementPath>…</ElementPath></Query>`. */
import type { SheetValue } from '#engine';
import { childOf, type Reading, report, textIn } from './elements.ts';
import type { Element } from './types.ts';

type EnteredRow = Readonly<Record<string, SheetValue>>;

const mostRows = 20_000;

export function enteredRows(
  reading: Reading,
  command: Element | undefined,
  parse: (text: string) => Element,
): readonly EnteredRow[] {
  const text = command?.text.trim() ?? '';
  if (!command || text === '') return [];
  let query: Element;
  try {
    query = parse(text);
  } catch {
    report(reading, command, 'ENTERDATA');
    return [];
  }
  const data = childOf(query, 'XmlData')?.children[0];
  const path = textIn(query, 'ElementPath');
  const { steps, columns } = readPath(path);
  const rows = data ? rowsAt(data, steps) : [];
  if (rows.length > mostRows) report(reading, command, 'ENTERDATA');
  return rows.slice(0, mostRows).map((row) => rowOf(row, columns));
}

/** `Root/Row{@Name,Amount(Decimal)}`: the path to a row, and the types of its fields. */
function readPath(path: string): {
  readonly steps: readonly string[];
  readonly columns: ReadonlyMap<string, string>;
} {
  const [way = '', listed = ''] = path.split('{');
  const columns = new Map(
    [...listed.matchAll(/@?([\p{L}_][\p{L}\p{N}_.-]*)\s*\((\w+)\)/gu)].map(([, name = '', type = '']) => [
      name,
      type,
    ]),
  );
  const steps = way.replace(/\s/g, '').split('/').filter(Boolean);
  return { steps, columns };
}

/** Without a path, the rows are the children of the root element. */
function rowsAt(data: Element, steps: readonly string[]): readonly Element[] {
  const [root, ...below] = steps;
  if (root === undefined || root !== data.name || below.length === 0) return data.children;
  return below.reduce<readonly Element[]>(
    (found, step) => found.flatMap((one) => one.children.filter(({ name }) => name === step)),
    [data],
  );
}

function rowOf(row: Element, columns: ReadonlyMap<string, string>): EnteredRow {
  const attributes = Object.entries(row.attributes).filter(([name]) => !name.startsWith('xmlns'));
  const held = row.children.map(({ name, text }) => [name, text] as const);
  return Object.fromEntries(
    [...attributes, ...held].map(([name, text]) => [name, typed(text, columns.get(name))]),
  );
}

function typed(text: string, type: string | undefined): SheetValue {
  const value = text.trim();
  if (value === '') return null;
  if (type === 'Boolean') return value.toLowerCase() === 'true' || value === '1';
  const isNumber = type !== undefined && /^(Int|Integer|Decimal|Double|Float|Single|Number)/.test(type);
  return isNumber && !Number.isNaN(Number(value)) ? Number(value) : value;
}
