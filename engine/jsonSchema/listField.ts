/** A list of a schema: several choices, rows, or an entity of its own. */
import { facetOf } from '../overlay/fieldTypes.ts';
import type { FieldChange, RowFieldChange } from '../overlay/types.ts';
import { choiceField } from './choiceField.ts';
import { expandSchema, type Reader } from './expandSchema.ts';
import { scalarField } from './scalarField.ts';
import type { Bag, Found, Made, Room, SchemaField } from './types.ts';
import { settleVariants } from './variants.ts';

type Listing = {
  readonly reader: Reader;
  readonly isRow?: true;
  readonly lists: Made['lists'][number][];
  readonly rowsOf: (bag: Bag, reader: Reader, room: Room) => readonly SchemaField[];
};

/** Undefined when the list became an entity, or fits nowhere. */
export function listField(bag: Bag, title: string, into: Listing): Found | undefined {
  const { reader, isRow } = into;
  const { notes } = reader;
  const start = bag.items && expandSchema(reader, [bag.items]);
  if (!bag.items || !start) {
    notes.note(bag.at, 'list-open');
    return undefined;
  }
  const { bag: item } = settleVariants(reader, start);
  const limits = lengthsOf(bag);
  const several = choiceField(item, notes);
  if (several?.type === 'choice' && several.facts.choices) {
    const { choices } = several.facts;
    const reason = { code: 'schema-choices', params: { count: choices.length } };
    return { type: 'choices', facts: { choices, ...limits }, reason };
  }
  if (isRow) {
    notes.note(bag.at, 'list-in-row');
    return undefined;
  }
  return isSingle(item) ? singleRows(item, limits, into) : rowsOrEntity(bag, start, { limits, title, into });
}

const isSingle = ({ properties, items, words }: Bag): boolean =>
  properties.size === 0 &&
  items === undefined &&
  !(['object', 'array'] as readonly unknown[]).includes(words.get('type'));

function singleRows(item: Bag, limits: Limits, { reader }: Listing): Found {
  const { type, facts } = scalarField(item, reader.notes);
  const title = { 'en-CA': 'Value', 'fr-CA': 'Valeur' };
  const field = { ...rowFacts(facts), name: 'Value', type, title, required: true } as RowFieldChange;
  return {
    type: 'rows',
    facts: { fields: [field], ...limits },
    reason: { code: 'schema-values', params: {} },
  };
}

const mostRowFields = 50;

type Asked = { readonly limits: Limits; readonly title: string; readonly into: Listing };

/** Rows, unless the records have lists of their own or too many fields. */
function rowsOrEntity(bag: Bag, start: Bag, { limits, title, into }: Asked): Found | undefined {
  const { reader } = into;
  const { notes, budget } = reader;
  const room = { left: mostRowFields + 1 };
  const tried = notes.trying(
    () => into.rowsOf(start, reader, room),
    (found, codes) =>
      !codes.has('list-in-row') && found.length > 0 && found.length <= mostRowFields && budget.left > 0,
  );
  if (!tried) {
    if (bag.items) into.lists.push({ title, placed: [bag.items] });
    return undefined;
  }
  const fields = tried
    .filter(({ type, at }) => {
      const isUsable = facetOf(type)?.inRows === true;
      if (!isUsable) notes.note(at, 'list-in-row');
      return isUsable;
    })
    .map(rowFieldOf);
  const reason = { code: 'schema-rows', params: { count: fields.length } };
  return { type: 'rows', facts: { fields: fields as NonNullable<FieldChange['fields']>, ...limits }, reason };
}

function rowFieldOf({ name, title, type, facts }: SchemaField): RowFieldChange {
  const texts = { 'en-CA': title, 'fr-CA': title };
  return { ...rowFacts(facts), name, type, title: texts } as RowFieldChange;
}

/** Words that only fields of records have. */
function rowFacts({ visible: _, unique: __, ...facts }: Partial<FieldChange>): Partial<FieldChange> {
  return facts;
}

type Limits = Pick<Partial<FieldChange>, 'minItems' | 'maxItems'>;

function lengthsOf({ words }: Bag): Limits {
  const [minItems, maxItems] = [words.get('minItems'), words.get('maxItems')];
  const isCount = (value: unknown, least: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 10_000;
  if (isCount(minItems, 1) && isCount(maxItems, 1) && minItems > maxItems) return {};
  return { ...(isCount(minItems, 1) && { minItems }), ...(isCount(maxItems, 1) && { maxItems }) };
}
