/** Texts as a spreadsheet for translators: the place of each text in words and as a key, both languages. */
import {
  cellAddress,
  formatMessage,
  isBroken,
  isFilled,
  type SheetRow,
  type SheetTable,
  shownText,
} from '#engine';
import { type PlacedIssue, refusals } from '../errors/Refusal.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import { filledRows } from '../sheets/sheetLines.ts';
import { entriesOf, type From, type TextEntry, textRecords } from './findTexts.ts';
import { type SentText, takeTexts } from './setTexts.ts';

const languages = ['en-CA', 'fr-CA'] as const;
/** The columns that identify a text when the file comes back. */
const keys = ['EntityType', 'EntityId', 'Property'] as const;

type Column = (typeof languages)[number] | (typeof keys)[number];

export async function textTable(from: From, plan: EntityPlan, id: string, name: string): Promise<SheetTable> {
  const { call } = from;
  const say = (key: string) => formatMessage(call.runtime.model, call.locale, key);
  const entries = entriesOf(call, await textRecords(from, plan, id));
  const text = (title: string, width: number) => ({ title, format: 'text' as const, width });
  return {
    name,
    fixed: 3,
    columns: [
      text(say('texts.column.kind'), 20),
      text(say('texts.column.record'), 30),
      text(say('texts.column.field'), 18),
      ...languages.map((language) => text(`${say(`texts.language.${language}`)} (${language})`, 50)),
      ...keys.map((key) => text(key, 12)),
    ],
    rows: entries.map((entry) => row(call, entry)),
  };
}

function row({ runtime, locale }: OperationCall, entry: TextEntry): readonly (string | null)[] {
  const { EntityType, EntityId, Property, Name, Localizations } = entry;
  const { entity } = runtime.planOf(EntityType);
  const say = (key: string) => formatMessage(runtime.model, locale, key);
  const label = entity.fieldByPath.get(Property)?.label ?? Property;
  return [
    say(entity.title),
    Name,
    say(label),
    ...Localizations.map(({ Value }) => Value),
    EntityType,
    EntityId,
    Property,
  ];
}

/** Budget factor: each row is a separate write. */
const longerThanOne = 15;

type ImportedTexts = { readonly Updated: number; readonly Unchanged: number };

/** Imports the file; if any cell is refused, all findings are reported and nothing is written. */
export async function takeTextSheet(
  asked: OperationCall,
  plan: EntityPlan,
  bytes: Uint8Array,
): Promise<ImportedTexts> {
  const call = { ...asked, budget: asked.budget.times(longerThanOne) };
  const { rows } = await filledRows(call, bytes);
  const columns = columnsOf(rows[0], plan);
  return inTransaction(call, async (scope) => {
    const issues: PlacedIssue[] = [];
    const roots = new Map<string, SentText[]>();
    const rootOf = rootFinder(scope, plan);
    for (const line of rows.slice(1)) {
      const texts = textsOfRow(line, columns, issues);
      const root = texts[0] && (await rootOf(texts[0].entity, texts[0].id));
      if (root) roots.set(root, [...(roots.get(root) ?? []), ...texts]);
      else if (texts[0])
        issues.push(wrong('texts.no-such-text', cellAddress(columns.get('EntityId') ?? 0, line.number)));
      if (call.budget.isDue()) await call.budget.yieldTurn();
    }
    let [Updated, Unchanged] = [0, 0];
    for (const [id, texts] of roots) {
      const taken = await takeTexts(scope, plan, id, texts);
      issues.push(...taken.issues);
      Updated += taken.changed;
      Unchanged += taken.same;
    }
    if (issues.length > 0) throw refusals.sheetRefused({ issues, entity: plan.entity.id });
    return { Updated, Unchanged };
  });
}

const wrong = (message: string, cell: string, params: PlacedIssue['params'] = {}): PlacedIssue => ({
  rule: message,
  path: '',
  level: 'error',
  message,
  params,
  cell,
});

/** Columns are matched by their titles; unknown ones are ignored. */
function columnsOf(head: SheetRow | undefined, plan: EntityPlan): ReadonlyMap<Column, number> {
  if (!head) throw refusals.noSheet();
  const columns = new Map<Column, number>();
  for (const [at, cell] of head.values.entries()) {
    const title = shownText(cell).trim().toLowerCase();
    const key = keys.find((name) => title === name.toLowerCase());
    const language = languages.find(
      (name) => title === name.toLowerCase() || title.endsWith(`(${name.toLowerCase()})`),
    );
    const column = key ?? language;
    if (column && !columns.has(column)) columns.set(column, at);
  }
  const missing: readonly Column[] = [
    ...keys.filter((key) => !columns.has(key)),
    ...(languages.some((one) => columns.has(one)) ? [] : [languages[1]]),
  ];
  const issues = missing.map((title) => wrong('sheet.key-missing', cellAddress(0, head.number), { title }));
  if (issues.length > 0) throw refusals.sheetRefused({ issues, entity: plan.entity.id });
  return columns;
}

function textsOfRow(
  { values, number }: SheetRow,
  columns: ReadonlyMap<Column, number>,
  issues: PlacedIssue[],
): readonly SentText[] {
  const cellOf = (column: Column) => cellAddress(columns.get(column) ?? 0, number);
  const textOf = (column: Column) => shownText(values[columns.get(column) ?? -1]).trim();
  const [entity, id, property] = keys.map(textOf) as [string, string, string];
  return languages.flatMap((language): readonly SentText[] => {
    const at = columns.get(language);
    if (at === undefined) return [];
    const cell = values[at];
    if (isBroken(cell)) {
      issues.push(wrong(`sheet.cell-${cell.reason}`, cellOf(language), { text: cell.text }));
      return [];
    }
    const value = isFilled(cell) ? shownText(cell) : null;
    return [{ entity, id, property, language, value, place: { path: '', cell: cellOf(language) } }];
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the root record that a record belongs to; undefined when there is none. */
function rootFinder({ call, session }: WriteScope, { entity: root }: EntityPlan) {
  const known = new Map<string, Promise<string | undefined>>();
  const find = async (kind: string, id: string): Promise<string | undefined> => {
    const entity = call.runtime.model.entities.get(kind);
    const record = entity && uuid.test(id) ? await session.get(kind, id.toLowerCase()) : undefined;
    if (!entity || !record) return undefined;
    if (entity.id === root.id) return String(record.Id);
    for (const { name, ref } of entity.fields) {
      const owner = record[name];
      const found = ref?.owner && typeof owner === 'string' ? await rootOf(ref.entity, owner) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  const rootOf = (kind: string, id: string): Promise<string | undefined> => {
    const key = `${kind} ${id}`;
    const found = known.get(key) ?? find(kind, id);
    known.set(key, found);
    return found;
  };
  return rootOf;
}
