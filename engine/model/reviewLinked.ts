/** Checks roll-ups and look-throughs: their fields, their kinds, circles, and who learns what from them. */
import { kinds } from '../fields/registry.ts';
import { resolveReferencePath } from '../query/paths.ts';
import { namesRecord } from '../query/refersToOne.ts';
import { mayAccess } from '../rules/access.ts';
import type { EntityModel, FieldModel, Model, RollUpModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import { linkedCycles } from './linkedCycles.ts';
import type { Sources } from './sources.ts';

type At = {
  readonly model: Model;
  readonly entity: EntityModel;
  readonly compiler: Compiler;
  readonly place: Place;
};

export function reviewLinked(model: Model, compiler: Compiler, sources: Sources): void {
  const files = new Map(sources.entity.map(({ file, json }) => [json.$id, file]));
  for (const entity of model.entities.values()) {
    const file = files.get(entity.id) ?? '';
    const at = (field: string, word: string): At => ({
      ...{ model, entity, compiler },
      place: { file, path: `/properties/${field}/${word}` },
    });
    for (const rollUp of entity.rollUps) reviewRollUp(rollUp, at(rollUp.field, 'x-rollUp'));
    for (const { field, by, reads } of entity.lookThroughs)
      reviewLookThrough({ field, by, reads }, at(field, 'x-lookThrough'));
  }
  for (const { entity, field, names } of linkedCycles(model))
    compiler.error(
      { file: files.get(entity) ?? '', path: `/properties/${field}` },
      `Linked values need each other: ${names.join(' → ')}. Break the circle at one of these fields.`,
      { code: 'linked-cycle', params: { names: names.join(' → ') } },
    );
}

function reviewRollUp(rollUp: RollUpModel, at: At): void {
  const { model, entity, compiler, place } = at;
  const { of, by, reads, order, field, function: fn } = rollUp;
  const source = model.entities.get(of);
  if (!source) {
    compiler.error(place, `x-rollUp of ${field}: there is no entity ${of}. Correct "of".`, {
      code: 'no-entity',
      params: { entity: of },
    });
    return;
  }
  const reference = source.fieldByPath.get(by);
  if (!reference || !isPlain(reference) || !namesRecord(reference) || reference.ref?.entity !== entity.id)
    complain(at, 'by', `${by} is no stored reference of ${of} to ${entity.id}. Name one in "by".`, {
      code: 'linked-by',
      params: { entity: of, field: by, target: entity.id },
    });
  const read = reads === undefined ? undefined : source.fieldByPath.get(reads);
  if (fn !== 'count' && reads === undefined)
    complain(at, 'field', `${fn} needs a "field" to read.`, { code: 'linked-field-missing', params: {} });
  if (reads !== undefined && (!read || !isPlain(read)))
    complain(at, 'field', `${reads} is no stored field of ${of}. Name one in "field".`, {
      code: 'linked-field',
      params: { entity: of, field: reads },
    });
  const ordering = order === undefined ? undefined : source.fieldByPath.get(order);
  if (order !== undefined && !(ordering && isPlain(ordering) && isOrdered(ordering)))
    complain(at, 'order', `${order} of ${of} has no order. Name a stored date, moment or number.`, {
      code: 'linked-order',
      params: { entity: of, field: order },
    });
  for (const path of rollUp.depends) reviewCondition(path, { ...at, source, known: [by, reads, order] });
  const own = entity.fieldByPath.get(field);
  if (own && (fn === 'count' || read) && !fits(fn, own, read))
    complain(at, '', `${field} cannot hold the ${fn} of ${reads ?? of}. ${wanted(fn)}`, {
      code: 'linked-kind',
      params: { field, function: fn },
    });
  if (own) reveal(source, reads, { ...at, own });
}

type Finding = { readonly code: string; readonly params: Readonly<Record<string, string>> };

function complain({ compiler, place }: At, word: string, message: string, coded: Finding): void {
  compiler.error({ ...place, path: word === '' ? place.path : `${place.path}/${word}` }, message, coded);
}

/** Conditions may compare the records' own stored fields: nothing recomputes them when another record changes. */
function reviewCondition(
  path: string,
  { source, known, ...at }: At & { readonly source: EntityModel; readonly known: readonly unknown[] },
): void {
  if (known.includes(path)) return;
  const found = resolveReferencePath(at.model.entities, source, path);
  const [name = ''] = path.split('.');
  const field = source.fields.find((one) => one.name === name || one.expand?.as === name);
  if (found && found.through.length === 0 && field?.stored && !field.records) return;
  complain(at, 'where', `The condition reads ${path}, which is no stored field of ${source.id} itself.`, {
    code: 'linked-condition',
    params: { entity: source.id, field: path },
  });
}

function reviewLookThrough(
  { field, by, reads }: { readonly field: string; readonly by: string; readonly reads: string },
  at: At,
): void {
  const { model, entity } = at;
  const reference = entity.fieldByPath.get(by);
  const target = model.entities.get(reference?.ref?.entity ?? '');
  if (
    !reference ||
    !isPlain(reference) ||
    !namesRecord(reference) ||
    kinds[reference.kind].isAccount ||
    !target
  ) {
    complain(at, 'by', `${by} is no stored reference of ${entity.id} to a record. Name one in "by".`, {
      code: 'linked-by',
      params: { entity: entity.id, field: by, target: '' },
    });
    return;
  }
  const read = target.fieldByPath.get(reads);
  const own = entity.fieldByPath.get(field);
  if (!read || !isPlain(read))
    complain(at, 'field', `${reads} is no stored field of ${target.id}. Name one in "field".`, {
      code: 'linked-field',
      params: { entity: target.id, field: reads },
    });
  else if (own && !isSameKind(own, read))
    complain(at, '', `${field} cannot hold ${reads} of ${target.id}. Declare it as that field is declared.`, {
      code: 'linked-kind',
      params: { field, function: 'lookThrough' },
    });
  if (own) reveal(target, reads, { ...at, own });
}

/** A stored field of the record itself. */
const isPlain = ({ path, stored, records }: FieldModel): boolean =>
  !path.includes('.') && stored && records === undefined;

const isOrdered = ({ kind }: FieldModel): boolean => kinds[kind].query.isOrdered;

const isNumber = ({ kind, storage }: FieldModel): boolean =>
  kinds[kind].query.isSummed && (storage === 'integer' || storage === 'number' || storage === 'decimal');

function fits(fn: RollUpModel['function'], own: FieldModel, read: FieldModel | undefined): boolean {
  if (fn === 'count') return isNumber(own) && own.storage === 'integer';
  if (!read) return true;
  if (fn === 'sum')
    return isNumber(own) && isNumber(read) && (own.storage !== 'integer' || read.storage === 'integer');
  if (fn === 'average') return isNumber(own) && isNumber(read);
  if (fn === 'least' || fn === 'greatest') return isOrdered(read) && isSameKind(own, read);
  return isSameKind(own, read);
}

const wanted = (fn: RollUpModel['function']): string =>
  ({
    count: 'A count is an integer.',
    sum: 'A sum needs two fields of numbers.',
    average: 'An average needs two fields of numbers.',
    least: 'Both need the same kind: a number, a date or a moment.',
    greatest: 'Both need the same kind: a number, a date or a moment.',
    earliest: 'Both need the same kind.',
    latest: 'Both need the same kind.',
  })[fn];

/** Records, files and lists have relations of their own, which a copied value would not keep. */
function isSameKind(own: FieldModel, read: FieldModel): boolean {
  const traits = kinds[own.kind];
  const isValue = !own.ref && !own.fields && !traits.elements && own.storage !== 'json' && !own.localized;
  const isText = kinds[read.kind].normal !== undefined && traits.normal !== undefined;
  return isValue && own.lookup === read.lookup && (own.kind === read.kind || (isText && !read.ref));
}

/** Warns if people may see the value who may not see all that it is made of. */
function reveal(
  source: EntityModel,
  reads: string | undefined,
  { model, entity, compiler, place, own }: At & { readonly own: FieldModel },
): void {
  const views = [entity.policy.view, entity.policy.fields[own.name]?.view];
  const needed = [source.policy.view, reads === undefined ? undefined : source.policy.fields[reads]?.view];
  const learning = [...model.roles.values()].filter(({ features }) => {
    const may = (view: (typeof views)[number]) => !view || mayAccess(view, { Features: features });
    return views.every(may) && !needed.every(may);
  });
  const roles = learning.map(({ id }) => id).join(', ');
  if (learning.length > 0)
    compiler.warn(
      place,
      `${own.name} of ${entity.id} shows people something of ${source.id} that they may not view: ${roles}. Limit who may view the field, if that is not intended.`,
      { code: 'linked-reveals', params: { field: own.name, entity: source.id, roles } },
    );
  else if (source.rowAccess && !sameRows(source, entity))
    compiler.warn(
      place,
      `${own.name} of ${entity.id} is computed over all records of ${source.id}, also those that row access hides from who reads it.`,
      { code: 'linked-rows', params: { field: own.name, entity: source.id } },
    );
}

/** Where the records of both are limited, who sees the one usually sees the other. */
const sameRows = ({ rowAccess }: EntityModel, other: EntityModel): boolean =>
  JSON.stringify(rowAccess) === JSON.stringify(other.rowAccess);
