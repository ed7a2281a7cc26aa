/** Checks that fields, removals and files refer to existing lookups and entities with matching id types. */
import { kinds } from '../fields/registry.ts';
import { resolvePath } from '../query/paths.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import type { Sources } from './sources.ts';

export function reviewReferences(model: Model, compiler: Compiler, sources: Sources): void {
  for (const source of sources.entity) {
    const entity = model.entities.get(source.json.$id);
    if (entity)
      for (const field of entity.fieldByPath.values())
        reviewField(field, { model, compiler, entity, file: source.file });
    for (const removal of entity?.removal ?? [])
      if (removal.referencedBy) reviewRemoval(removal.referencedBy, model, compiler, source.file);
  }
  reviewTargets(model, compiler, sources);
}

type Reviewed = {
  readonly model: Model;
  readonly compiler: Compiler;
  readonly entity: EntityModel;
  readonly file: string;
};

function reviewField(field: FieldModel, { model, compiler, entity, file }: Reviewed): void {
  const place = { file, path: pointerTo(field, entity) };
  const at = (word: string) => ({ file, path: `${place.path}/${word}` });
  if (field.lookup && !model.lookups.has(field.lookup))
    compiler.error(
      at('x-lookup'),
      `There is no lookup ${field.lookup}. Add schemas/lookups/${field.lookup}.json.`,
      {
        code: 'no-lookup',
        params: { lookup: field.lookup },
      },
    );
  else if (field.lookup) reviewLookupType(field, model, compiler, place);
  if (field.rule) reviewRule(field, model, compiler, place);
  if (field.kind === 'rows' && field.limits.maxItems === undefined)
    compiler.error(
      place,
      `${field.path} is a list of rows without maxItems. Say how many there may be: rules run for each of them.`,
    );
  if (!field.ref) return;
  if (field.ref.kin) reviewKin(field, { model, compiler }, at('x-kin'));
  const target = model.entities.get(field.ref.entity);
  if (!target)
    compiler.error(
      at('x-ref'),
      `There is no entity ${field.ref.entity}. Add it to schemas/, or correct x-ref.`,
      {
        code: 'no-entity',
        params: { entity: field.ref.entity },
      },
    );
  const known = new Set(target?.fields.flatMap((member) => [member.name, member.expand?.as]));
  for (const name of field.expand?.fields ?? [])
    if (target && !known.has(name))
      compiler.error(place, `x-expand of ${field.path} names ${name}, but ${target.id} has no such field.`);
}

/** A text field cannot store numeric ids: every choice would be refused. */
function reviewLookupType(
  { kind, lookup = '', schema, path }: FieldModel,
  model: Model,
  compiler: Compiler,
  place: Place,
): void {
  const ids = new Set(
    model.lookups.get(lookup)?.items.map(({ Id }) => (typeof Id === 'number' ? 'integer' : 'string')),
  );
  const [id] = ids;
  const said = typeof schema.type === 'string' ? schema.type : undefined;
  if (kinds[kind].elements && ids.size > 1)
    compiler.error(place, `The Ids of ${lookup} are texts and numbers. Several choices need one type.`);
  if (kind !== 'choice' || ids.size !== 1 || !said || said === id || (id === 'integer' && said === 'number'))
    return;
  compiler.error(
    { ...place, path: `${place.path}/type` },
    `${path} is ${said}, the Ids of ${lookup} are ${id}. Make its type ${id}.`,
  );
}

/** Names of the owner's records in rules must be unique, and the records few enough to load. */
function reviewKin(
  { ref, name }: FieldModel,
  { model, compiler }: Pick<Reviewed, 'model' | 'compiler'>,
  place: Place,
): void {
  const { kin = {}, owner, entity: of } = ref ?? {};
  if (!owner) compiler.error(place, `${name} is no owner. Put x-kin beside "x-owner": true.`);
  const own = model.entities.get(of ?? '')?.fields ?? [];
  for (const [called, id] of Object.entries(kin)) {
    const at = { ...place, path: `${place.path}/${called}` };
    const other = model.entities.get(id);
    if (own.some((field) => field.name === called || field.expand?.as === called))
      compiler.error(at, `${of} has a ${called} of its own. Give the records another name.`);
    if (other?.many) compiler.error(at, `There may be too many of ${id} (x-many) for rules to read.`);
    if (other?.owner?.ref?.entity !== of)
      compiler.error(at, `There is no entity ${id} whose records ${of} owns. Name one, or correct x-kin.`);
  }
}

/** The place of a field's declaration; fields of a row are below the `items` of its list. */
function pointerTo({ path }: FieldModel, { fieldByPath }: EntityModel): string {
  const names = path.split('.');
  return names
    .map((name, index) => {
      const holder = fieldByPath.get(names.slice(0, index).join('.'));
      return `${holder?.kind === 'rows' ? '/items' : ''}/properties/${name}`;
    })
    .join('');
}

function reviewRule({ rule, entity }: FieldModel, model: Model, compiler: Compiler, place: Place): void {
  const target = model.entities.get(rule?.operands.entity ?? '');
  if (!target?.operand)
    compiler.error(
      place,
      `x-rule takes its operands from ${rule?.operands.entity}, whose behaviour.json says no "operand".`,
    );
  const own = model.entities.get(entity);
  for (const [theirs, ours] of Object.entries(rule?.operands.by ?? {})) {
    if (target && !target.fieldByPath.has(theirs))
      compiler.error(place, `${target.id} has no field ${theirs}.`);
    if (ours !== null && !own?.fieldByPath.has(ours))
      compiler.error(place, `${entity} has no field ${ours}.`);
  }
  for (const [, name = ''] of (rule?.pages ?? []).flatMap((page) => [...page.matchAll(/\{(\w+)\}/g)]))
    if (name !== 'Id' && !own?.fieldByPath.has(name))
      compiler.error(place, `A page of the rule names {${name}}, but ${entity} has no such field.`);
  if (rule?.examples && own?.fieldByPath.get(rule.examples)?.kind !== 'rows')
    compiler.error(
      place,
      `Examples of a rule belong in a list of rows; ${entity} has none named ${rule.examples}.`,
    );
}

function reviewRemoval(
  { entity, path }: { entity: string; path: string },
  model: Model,
  compiler: Compiler,
  file: string,
): void {
  const other = model.entities.get(entity);
  if (!other || !resolvePath(model.entities, other, path))
    compiler.error(
      { file, path: '/removal' },
      `There is no field ${path} of ${entity} that could refer to this record.`,
    );
}

/** Files about an undeclared entity. */
function reviewTargets(model: Model, compiler: Compiler, sources: Sources): void {
  for (const source of [...sources.behaviour, ...sources.cases, ...sources.seed])
    if (!model.entities.has(source.json.for))
      compiler.error(
        { file: source.file, path: '/for' },
        `There is no entity ${source.json.for}. Add its entity.json, or correct "for".`,
      );
}
