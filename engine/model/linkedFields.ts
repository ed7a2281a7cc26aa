/** What a declared field says about its link to other records. */
import type { EntityDeclaration, Field } from '../declaration/types.generated.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';

type Context = {
  readonly compiler: Compiler;
  readonly place: Place;
  readonly entity: string;
  readonly parent: string;
  readonly textPath?: string | undefined;
  readonly entityNamed: (id: string) => EntityDeclaration | undefined;
};

/** Whether the field is a roll-up or a look-through; both must be plain stored fields of a record. */
export function linkedOf(
  path: string,
  declared: Field,
  { compiler, place, parent, textPath }: Context,
): Pick<FieldModel, 'linked'> {
  const linked = declared['x-rollUp'] ? 'rollUp' : declared['x-lookThrough'] ? 'lookThrough' : undefined;
  if (!linked) return {};
  const word = `x-${linked}`;
  const error = (message: string) =>
    compiler.error({ ...place, path: `${place.path}/${word}` }, `${word} of ${path}: ${message}`, {
      code: 'linked-place',
      params: { field: path },
    });
  if (parent !== '' && textPath === undefined)
    error('it belongs to a field of the record itself, not of a row or an object.');
  if (declared['x-rollUp'] && declared['x-lookThrough'])
    error('a field has one source. Keep one of the two.');
  if (declared['x-stored'] === false) error('its value is stored. Remove x-stored.');
  if (declared['x-sequence'] || declared['x-localized'] || declared.default !== undefined)
    error('its value comes from other records. Remove default, x-sequence and x-localized.');
  return { linked };
}

/** What a reference expands to, including the fields that look-throughs of its entity read. */
export function withLookThroughs(
  name: string,
  declared: Field,
  { entity, parent, entityNamed }: Context,
): Field['x-expand'] {
  const expand = declared['x-expand'];
  if (declared['x-ref'] === undefined || parent !== '') return expand;
  const read = Object.values(entityNamed(entity)?.properties ?? {}).flatMap((field) => {
    const through = field?.['x-lookThrough'];
    return through?.by === name ? [through.field] : [];
  });
  if (read.length === 0) return expand;
  const fields = new Set([...(expand?.fields ?? ['Id']), ...read]);
  return { as: expand?.as ?? recordName(name), fields: [...fields] as [string, ...string[]] };
}

/** `AdjusterId` → `Adjuster`: the name of the expanded record in answers. */
export const recordName = (name: string): string =>
  name.endsWith('Id') && name.length > 2 ? name.slice(0, -2) : `${name}Record`;
