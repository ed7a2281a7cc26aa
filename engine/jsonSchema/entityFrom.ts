/** The fields of one entity, and the lists in it that need entities of their own. */

import { namesInAnswers } from '../overlay/checkMeaning.ts';
import { usualNames } from '../overlay/reservedNames.ts';
import type { FieldChange } from '../overlay/types.ts';
import { freeName } from '../sheets/freeName.ts';
import { expandSchema, type Reader } from './expandSchema.ts';
import { listField } from './listField.ts';
import { scalarField } from './scalarField.ts';
import { titleFrom } from './titleFrom.ts';
import type { Bag, Made, Placed, Room, SchemaField } from './types.ts';
import { type Condition, settleVariants } from './variants.ts';

type Into = {
  readonly reader: Reader;
  readonly room: Room;
  readonly title?: string | undefined;
  /** Rows of a list have no conditions and no lists. */
  readonly isRow?: true;
};

type Building = Into & {
  readonly fields: SchemaField[];
  readonly lists: Made['lists'][number][];
  readonly taken: Set<string>;
};

export function entityFrom(bag: Bag, into: Into): Made {
  const building: Building = {
    ...into,
    fields: [],
    lists: [],
    taken: new Set(into.isRow ? ['id'] : usualNames),
  };
  const { bag: whole } = settleVariants(into.reader, bag);
  const items =
    whole.properties.size === 0 && whole.items ? expandSchema(into.reader, [whole.items]) : undefined;
  addMembers(items ?? bag, { path: [], titles: [], isNeeded: true, when: [] }, building);
  const title =
    into.title ??
    titleFrom(bag.words.get('title'), items?.words.get('title'), bag.at.split('/').at(-1) ?? '');
  return { title, fields: building.fields, lists: building.lists };
}

/** Where a member stands: the objects around it, and what must hold for it to be there. */
type Place = {
  readonly path: readonly string[];
  readonly titles: readonly string[];
  readonly isNeeded: boolean;
  readonly when: readonly { readonly condition: string; readonly needs: string }[];
};

/** Objects within objects; deeper ones are noted. */
const deepest = 6;

function addMembers(start: Bag, place: Place, building: Building): void {
  const { reader } = building;
  const { bag, conditions } = settleVariants(reader, start);
  const { notes } = reader;
  if (bag.properties.size === 0) notes.note(bag.at, 'open-object');
  // A condition reads the stored name of the discriminator, so that field comes first.
  const told = new Set([...conditions.values()].map(({ by }) => by));
  const names = [...bag.properties.keys()].sort(
    (one, other) => Number(told.has(other)) - Number(told.has(one)),
  );
  const stored = new Map<string, string>();
  for (const name of names) {
    const placed = bag.properties.get(name) as readonly Placed[];
    if (building.room.left <= 0) {
      notes.note(placed[0]?.at ?? bag.at, 'too-many');
      continue;
    }
    const member = expandSchema(reader, placed);
    if (!member) continue;
    const condition = conditions.get(name);
    const when = condition ? [...place.when, ...conditionOf(condition, stored, building)] : place.when;
    const isNeeded = place.isNeeded && bag.required.has(name);
    if (bag.required.has(name) && !place.isNeeded) notes.note(member.at, 'required-inside');
    const made = addMember(name, member, { ...place, when, isNeeded }, building);
    if (made) stored.set(name, made);
  }
}

function conditionOf(
  { by, values }: Condition,
  stored: ReadonlyMap<string, string>,
  { isRow }: Building,
): Place['when'] {
  const name = stored.get(by);
  if (isRow || name === undefined) return [];
  return [{ condition: values.map((value) => `${name} = '${value}'`).join(' or '), needs: name }];
}

/** The stored name of the field, if it became one. */
function addMember(name: string, start: Bag, place: Place, building: Building): string | undefined {
  const { reader } = building;
  const { notes } = reader;
  const { bag, isNullable } = settleVariants(reader, start);
  const path = [...place.path, name];
  const titles = [...place.titles, titleFrom(bag.words.get('title'), undefined, name)];
  if (isObject(bag)) {
    if (path.length >= deepest) notes.note(bag.at, 'too-deep');
    else addMembers(start, { ...place, path, titles }, building);
    return undefined;
  }
  const isList = bag.words.get('type') === 'array' || bag.items !== undefined;
  const found = isList
    ? listField(bag, titles.join(' – '), { ...building, rowsOf })
    : scalarField(bag, notes);
  if (!found) return undefined;
  const stored = freeName(path.map(upper).join(' '), building.taken, 'Field');
  for (const one of namesInAnswers({ type: found.type, name: stored })) building.taken.add(one.toLowerCase());
  building.room.left -= 1;
  const isOptional = isNullable || [bag.words.get('type')].flat().includes('null');
  building.fields.push({
    ...found,
    at: bag.at,
    name: stored,
    title: titles.join(' – ').slice(0, 200),
    needs: place.when.map(({ needs }) => needs),
    facts: { ...found.facts, ...aboutField(bag, place, found.type, isOptional) },
  });
  return stored;
}

/** The fields of the rows of a list. */
const rowsOf = (bag: Bag, reader: Reader, room: Room): readonly SchemaField[] =>
  entityFrom(bag, { reader, room, isRow: true }).fields;

const isObject = ({ words, properties, items }: Bag): boolean =>
  properties.size > 0 || ([words.get('type')].flat().includes('object') && items === undefined);

/** Lists are empty rather than missing. */
const always = new Set(['boolean', 'rows', 'choices']);

function aboutField(
  { words }: Bag,
  { when, isNeeded }: Place,
  type: string,
  isOptional: boolean,
): Partial<FieldChange> {
  const description = words.get('description');
  const help = typeof description === 'string' ? description.trim().slice(0, 2000) : '';
  const visible = when.map(({ condition }) => (when.length > 1 ? `(${condition})` : condition)).join(' and ');
  return {
    ...(help && { help: { 'en-CA': help, 'fr-CA': help } }),
    ...(isNeeded && !isOptional && !always.has(type) && { required: true }),
    ...(visible && { visible }),
  };
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
