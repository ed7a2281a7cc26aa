/** Whether cases and seeds speak of what there is: fields, choices of lookups, features and roles. */

import type { CasesDeclaration, SeedDeclaration } from '../declaration/types.generated.ts';
import { locales } from '../messages.ts';
import { kindOfFile } from '../model/sources.ts';
import type { DeclarationSet, EntityModel, FieldModel, Finding, Model } from '../types/modelTypes.ts';

type Json = Readonly<Record<string, unknown>>;
type Found = { readonly path: string; readonly message: string };
type Given = NonNullable<CasesDeclaration['given']>;

/** Findings about examples: one that names what is not there proves nothing. */
export function checkExamples(set: DeclarationSet, model: Model): readonly Finding[] {
  return set.files.flatMap(({ file, json }) => {
    const kind = kindOfFile(file);
    const found =
      kind === 'cases'
        ? ofCases(json as CasesDeclaration, model)
        : kind === 'seed'
          ? ofSeed(json as SeedDeclaration, model)
          : [];
    return found.map((one) => ({ severity: 'error' as const, file, ...one }));
  });
}

function ofSeed(seed: SeedDeclaration, model: Model): readonly Found[] {
  const entity = model.entities.get(seed.for);
  if (!entity) return [];
  return (['reference', 'demo'] as const).flatMap((list) =>
    (seed[list] ?? []).flatMap((record, index) => ofRecord(record, `/${list}/${index}`, entity, model)),
  );
}

function ofCases(declared: CasesDeclaration, model: Model): readonly Found[] {
  const entity = model.entities.get(declared.for);
  if (!entity) return [];
  return [
    ...ofGiven(declared.given, '/given', entity, model),
    ...declared.cases.flatMap(({ given, expect }, index) => [
      ...ofGiven(given, `/cases/${index}/given`, entity, model),
      ...namesOf((expect.values ?? {}) as Json, `/cases/${index}/expect/values`, entity),
    ]),
  ];
}

function ofGiven(given: Given | undefined, path: string, entity: EntityModel, model: Model) {
  const { record, stored, others = {}, features, role } = given ?? {};
  return [
    ...ofRecord((record ?? {}) as Json, `${path}/record`, entity, model, 'cases'),
    ...ofRecord((stored ?? {}) as Json, `${path}/stored`, entity, model, 'cases'),
    ...Object.entries(others).flatMap(([id, records = []]) => {
      const other = model.entities.get(id);
      if (!other) return [{ path: `${path}/others/${id}`, message: `There is no entity ${id}.` }];
      return records.flatMap((one, index) =>
        ofRecord(one as Json, `${path}/others/${id}/${index}`, other, model, 'cases'),
      );
    }),
    ...unknown(features, model.features, (feature) => ({
      path: `${path}/features`,
      message: `There is no feature ${feature}. Add it to schemas/access/features.json, or mend the name.`,
    })),
    ...unknown(role === undefined ? [] : [role], model.roles, (name) => ({
      path: `${path}/role`,
      message: `There is no role ${name}. It is one of ${[...model.roles.keys()].join(', ')}.`,
    })),
  ];
}

/** A case may give a choice that is not there, to see it refused; a seed may not. */
function ofRecord(
  record: Json,
  path: string,
  entity: EntityModel,
  model: Model,
  of: 'cases' | 'seed' = 'seed',
) {
  const { [localizations]: texts, ...own } = record;
  const choices = of === 'seed' ? entity.fields.flatMap((field) => ofChoice(field, record, path, model)) : [];
  return [
    ...namesOf(of === 'seed' ? own : record, path, entity),
    ...choices,
    ...(of === 'seed' ? ofTexts(texts, `${path}/${localizations}`, entity) : []),
  ];
}

/** Beside a record of a seed: what its texts are in other languages than the first. */
const localizations = '$localized';
const others: readonly string[] = locales.slice(1);

function ofTexts(texts: unknown, path: string, { id, fields }: EntityModel): readonly Found[] {
  return Object.entries((texts ?? {}) as Json).flatMap(([name, byLanguage]) => {
    const at = `${path}/${name}`;
    if (!fields.some((field) => field.name === name && field.localized))
      return [{ path: at, message: `${id} has no text ${name} of several languages (x-localized).` }];
    return Object.entries((byLanguage ?? {}) as Json).flatMap(([language, text]) =>
      others.includes(language) && typeof text === 'string' && text !== ''
        ? []
        : [{ path: `${at}/${language}`, message: `Write a text in one of ${others.join(', ')}.` }],
    );
  });
}

function namesOf(record: Json, path: string, { id, fields }: EntityModel): readonly Found[] {
  const known = new Set(fields.flatMap(({ name, expand }) => [name, expand?.as]));
  return unknown(Object.keys(record), known, (name) => ({
    path: `${path}/${name}`,
    message: `${id} has no field ${name}.`,
  }));
}

function ofChoice(field: FieldModel, record: Json, path: string, model: Model): readonly Found[] {
  const value = record[field.name];
  const at = `${path}/${field.name}`;
  if (field.kind === 'rows' && Array.isArray(value))
    return value.flatMap((row: Json, index) =>
      (field.fields ?? []).flatMap((member) => ofChoice(member, row, `${at}/${index}`, model)),
    );
  const isClosed = field.kind === 'choice' && !field.keepUnknown;
  const items = isClosed && field.lookup ? model.lookups.get(field.lookup)?.items : undefined;
  if (!items || value === undefined || value === null || items.some(({ Id }) => Id === value)) return [];
  return [{ path: at, message: `The lookup ${field.lookup} has no item ${JSON.stringify(value)}.` }];
}

function unknown(
  names: readonly string[] | undefined,
  known: { readonly has: (name: string) => boolean },
  found: (name: string) => Found,
): readonly Found[] {
  return (names ?? []).filter((name) => !known.has(name)).map(found);
}
