/** What a linked field of a type can be made of. */
import { type EntityModel, type FieldModel, type FieldType, kinds, type Model, namesRecord } from '#engine';

const rollUpFunctions = [
  ...(['count', 'sum', 'average', 'least', 'greatest', 'earliest', 'latest'] as const),
];

export type RollUpFunction = (typeof rollUpFunctions)[number];

/** The types of fields that can hold a value of other records. */
const valueTypes: ReadonlySet<FieldType> = new Set([
  ...([
    'text',
    'multiline',
    'integer',
    'decimal',
    'money',
    'percent',
    'boolean',
    'date',
    'datetime',
  ] as const),
  ...(['time', 'duration', 'email', 'phone', 'link', 'choice'] as const),
]);

export const canBeLinked = (type: FieldType): boolean => valueTypes.has(type);

/** A stored reference of the record itself to one record. */
export const referencesOf = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter((field) => namesRecord(field) && field.stored && !kinds[field.kind].isAccount);

/** `claim.AdjusterId` of every reference to the entity. */
export function referencesTo({ entities }: Model, target: string) {
  return [...entities.values()]
    .filter(({ area }) => area !== 'system')
    .flatMap((entity) =>
      referencesOf(entity)
        .filter(({ ref }) => ref?.entity === target)
        .map((field) => ({ entity, field })),
    );
}

/** The functions whose result a field of this type can hold. */
export function functionsFor(type: FieldType): readonly RollUpFunction[] {
  const isSum = numbers.has(type);
  const isOrdered = isSum || ordered.has(type);
  return rollUpFunctions.filter((one) => {
    if (one === 'count') return type === 'integer';
    if (one === 'sum' || one === 'average') return isSum;
    return one === 'least' || one === 'greatest' ? isOrdered : true;
  });
}

const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent', 'duration']);
const ordered: ReadonlySet<string> = new Set(['date', 'datetime', 'time']);
const texts: ReadonlySet<string> = new Set(['text', 'multiline', 'email', 'phone', 'link', 'sequence']);

/** The fields of an entity that can be read into a field of this type. */
export function readableFields(
  entity: EntityModel,
  {
    type,
    lookup,
    fn,
  }: { readonly type: FieldType; readonly lookup?: string | undefined; readonly fn?: RollUpFunction },
): readonly FieldModel[] {
  const isTotal = fn === 'sum' || fn === 'average';
  return entity.fields.filter((field) => {
    if (!field.stored || field.ref || field.fields) return false;
    if (isTotal)
      return (
        numbers.has(field.kind) && (type !== 'integer' || fn === 'average' || field.storage === 'integer')
      );
    if (type === 'choice')
      return (
        field.lookup !== undefined &&
        !kinds[field.kind].elements &&
        (lookup === undefined || field.lookup === lookup)
      );
    return texts.has(type) ? texts.has(field.kind) : field.kind === type;
  });
}

export const orderFields = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter((field) => field.stored && kinds[field.kind].query.isOrdered && !field.lookup);
