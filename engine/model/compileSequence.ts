/** Compiles the fields that the server numbers, and the uniques that follow from them. */
import type { EntityDeclaration, Field } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { readSequence } from '../text/sequencePattern.ts';
import type { FieldModel, SequenceModel, UniqueModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';

type Context = {
  readonly compiler: Compiler;
  readonly place: Place;
  /** The list or object that contains the field; '' for a field of the record. */
  readonly parent: string;
  /** Present for rows that are records. */
  readonly textPath?: string | undefined;
};

/** The model of `x-sequence`; undefined if the field has none, or a wrong one. */
export function sequenceOf(
  path: string,
  declared: Field,
  { compiler, place, parent, textPath }: Context,
): SequenceModel | undefined {
  const asked = declared['x-sequence'];
  if (!asked) return undefined;
  const at = { ...place, path: `${place.path}/x-sequence/pattern` };
  const read = readSequence(asked.pattern);
  if (parent !== '' && textPath === undefined)
    compiler.error(place, `x-sequence of ${path}: only a field of the record itself is numbered.`);
  if (read.mistake) {
    compiler.error(at, `The pattern of ${path} ${mistakes[read.mistake]}`, {
      code: 'sequence-pattern',
    });
    return undefined;
  }
  return { parts: read.parts, within: asked.within ?? [], given: asked.given === true };
}

const mistakes: Readonly<Record<NonNullable<ReturnType<typeof readSequence>['mistake']>, string>> = {
  brace: 'has a brace without its partner. Write {year}, {month}, {number:5} or {Field}.',
  'unknown-part': 'has an unknown part in braces. Use {year}, {month}, {number:5} or {Field}.',
  'no-number': 'has no counter. Add {number:5}.',
  'two-numbers': 'has two counters. Keep one.',
  touching: 'has the counter beside digits or another part. Put a separator between them, such as a hyphen.',
  'too-long': 'is longer than 100 characters, or names more than three fields.',
  digits: 'asks for too many digits. Use 1 to 12.',
};

/** Each number is used once among the records of its scope. */
export const sequenceUniques = (fields: readonly FieldModel[]): readonly UniqueModel[] =>
  fields.flatMap(({ name, id, sequence }) =>
    sequence
      ? {
          ...{ id: `${id}.sequence`, fields: [name], within: sequence.within },
          ...{ collation: 'exact' as const, anyOrder: false, message: 'validation.sequence.taken', at: name },
        }
      : [],
  );

/** Values that can be part of a number, or its scope, must be there when the record is created. */
export function checkSequences(
  declared: EntityDeclaration,
  fields: readonly FieldModel[],
  { compiler, file }: { readonly compiler: Compiler; readonly file: string },
): void {
  for (const { name, sequence } of fields) {
    if (!sequence) continue;
    const place = { file, path: `/properties/${name}/x-sequence` };
    if (declared['x-many'])
      compiler.error(place, `${declared.$id} is x-many: its records are copied without numbering them.`);
    for (const part of sequence.parts)
      if (part.kind === 'field') checkScope(part.name, true, { fields, compiler, place });
    for (const within of sequence.within) checkScope(within, false, { fields, compiler, place });
  }
}

const written: ReadonlySet<string> = new Set(['text', 'number', 'choice']);

function checkScope(
  name: string,
  isWritten: boolean,
  { fields, compiler, place }: { fields: readonly FieldModel[]; compiler: Compiler; place: Place },
): void {
  const field = fields.find((one) => one.name === name);
  const details = { code: 'sequence-field', params: { field: name } };
  if (!field?.stored || field.storage === 'json' || field.sequence)
    compiler.error(place, `A sequence cannot count by ${name}. Name a stored field with one value.`, details);
  else if (!field.required)
    compiler.error(place, `A sequence counts by ${name}, so it must be required.`, details);
  else if (
    isWritten &&
    (field.ref || !written.has(kinds[field.kind].expression) || (field.limits.maxLength ?? 0) > 40)
  )
    compiler.error(
      place,
      `${name} cannot be part of a number. Use a choice, a whole number, or a text of at most 40 characters; count by others with "within".`,
      details,
    );
}
