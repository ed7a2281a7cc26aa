/** What a linked field of a type can be made of. */
import {
  type EntityModel,
  type FieldModel,
  type FieldType,
  hasSetting,
  isKind,
  kinds,
  type Model,
  namesRecord,
} from '#engine';

const rollUpFunctions = [
  ...(['count', 'sum', 'average', 'least', 'greatest', 'earliest', 'latest'] as const),
];

export type RollUpFunction = (typeof rollUpFunctions)[number];

/** Whether fields of a type can hold a value of other records: a plain value that someone enters. */
export const canBeLinked = (type: FieldType): boolean =>
  isKind(type) && kinds[type].operand !== undefined && !kinds[type].refersTo && !hasSetting(type, 'sequence');

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
  const isSum = isSummed(type);
  return rollUpFunctions.filter((one) => {
    if (one === 'count') return type === 'integer';
    if (one === 'sum' || one === 'average') return isSum;
    return one === 'least' || one === 'greatest' ? isOrdered(type) : true;
  });
}

const isSummed = (type: string): boolean => isKind(type) && kinds[type].query.isSummed;
const isOrdered = (type: string): boolean => isKind(type) && kinds[type].query.isOrdered;
/** Texts of any kind can be read into each other, unless they are written in a form of their own. */
const isText = (type: string): boolean =>
  isKind(type) && kinds[type].normal !== undefined && !kinds[type].written;

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
    if (serverNumbers.has(field.name)) return false;
    if (isTotal)
      return isSummed(field.kind) && (type !== 'integer' || fn === 'average' || field.storage === 'integer');
    if (hasSetting(type, 'choices'))
      return (
        field.lookup !== undefined &&
        !kinds[field.kind].elements &&
        (lookup === undefined || field.lookup === lookup)
      );
    return isText(type) ? isText(field.kind) : field.kind === type;
  });
}

/** Counters of the server, which add up to nothing. */
const serverNumbers = new Set(['Revision', 'Release']);

export const orderFields = ({ fields }: EntityModel): readonly FieldModel[] =>
  fields.filter((field) => field.stored && kinds[field.kind].query.isOrdered && !field.lookup);
