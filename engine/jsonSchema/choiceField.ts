/** `enum` and `const` as a choice with items of its own. */
import type { ChoiceItem, FieldChange } from '../overlay/types.ts';
import { freeName } from '../sheets/freeName.ts';
import type { Notes } from './createNotes.ts';
import { below } from './pointers.ts';
import type { Bag, Found } from './types.ts';

/** Longer lists are texts. */
const mostItems = 300;
const longestTitle = 200;

/** Undefined for a schema without listed values, or with values that no choice can have. */
export function choiceField(bag: Bag, notes: Notes): Found | undefined {
  const { words, at } = bag;
  const listed = words.get('enum');
  const isConst = words.has('const');
  if (!isConst && !Array.isArray(listed)) return undefined;
  const place = below(at, isConst ? 'const' : 'enum');
  const all = isConst ? [words.get('const')] : (listed as readonly unknown[]);
  const values = [...new Set(all.filter((one) => one !== null))];
  if (values.length > 0 && values.every((one) => typeof one === 'boolean'))
    return { type: 'boolean', facts: {}, reason: { code: 'schema-boolean', params: {} } };
  const isPlain = values.every((one) => typeof one === 'string' || typeof one === 'number');
  if (!isPlain || values.length === 0) {
    notes.note(place, 'enum-values');
    return undefined;
  }
  if (values.length > mostItems) {
    notes.note(place, 'enum-many', { count: values.length });
    return undefined;
  }
  const items = itemsOf(values, titlesOf(words));
  const choices = [...items.values()];
  if (choices.length === 0) return undefined;
  const start = words.get('default');
  const own = items.get(start)?.name;
  if (start !== undefined && start !== null && own === undefined) notes.note(below(at, 'default'), 'default');
  return {
    type: 'choice',
    facts: { choices: choices as NonNullable<FieldChange['choices']>, ...(own && { default: own }) },
    reason: { code: 'schema-choice', params: { count: choices.length } },
  };
}

/** `enumNames` and the titles of `oneOf` alternatives, beside the values. */
function titlesOf(words: Bag['words']): readonly unknown[] {
  const names = words.get('enumNames') ?? words.get('x-enum-varnames');
  return Array.isArray(names) ? names : [];
}

/** Value → item. */
export function itemsOf(
  values: readonly unknown[],
  titles: readonly unknown[] = [],
): ReadonlyMap<unknown, ChoiceItem> {
  const taken = new Set<string>();
  const items = new Map<unknown, ChoiceItem>();
  for (const [index, value] of values.entries()) {
    const given = titles[index];
    const said = typeof given === 'string' && given.trim() ? given : String(value);
    const title = said.trim().slice(0, longestTitle);
    if (title === '') continue;
    const name = freeName(String(value), taken, 'Value');
    taken.add(name.toLowerCase());
    items.set(value, { name, title: { 'en-CA': title, 'fr-CA': title } });
  }
  return items;
}
