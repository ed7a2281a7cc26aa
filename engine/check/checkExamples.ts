/** Checks that cases refer to existing fields, features, roles, and rules that can report something. */

import type { CasesDeclaration } from '../declaration/types.generated.ts';
import { kindOfFile } from '../model/sources.ts';
import { nearestName } from '../text/nearestName.ts';
import type { DeclarationSet, EntityModel, Finding, Model } from '../types/modelTypes.ts';

type Json = Readonly<Record<string, unknown>>;
type Found = { readonly path: string; readonly message: string };
type Given = NonNullable<CasesDeclaration['given']>;

/** Findings about examples: a case that names something missing proves nothing. */
export function checkExamples(set: DeclarationSet, model: Model): readonly Finding[] {
  const rules = rulesOf(model);
  return set.files.flatMap(({ file, json }) => {
    if (kindOfFile(file) !== 'cases') return [];
    const found = ofCases(json as CasesDeclaration, model, rules);
    return found.map((one) => ({ severity: 'error' as const, file, ...one }));
  });
}

function ofCases(declared: CasesDeclaration, model: Model, rules: KnownRules): readonly Found[] {
  const entity = model.entities.get(declared.for);
  if (!entity) return [];
  return [
    ...ofGiven(declared.given, '/given', entity, model),
    ...declared.cases.flatMap(({ given, expect }, index) => [
      ...ofGiven(given, `/cases/${index}/given`, entity, model),
      ...namesOf((expect.values ?? {}) as Json, `/cases/${index}/expect/values`, entity),
      ...(expect.rules ?? []).flatMap((rule, at) =>
        ofRule(rule, `/cases/${index}/expect/rules/${at}`, rules),
      ),
    ]),
  ];
}

function ofGiven(given: Given | undefined, path: string, entity: EntityModel, model: Model) {
  const { record, stored, others = {}, features, role } = given ?? {};
  return [
    ...namesOf((record ?? {}) as Json, `${path}/record`, entity),
    ...namesOf((stored ?? {}) as Json, `${path}/stored`, entity),
    ...Object.entries(others).flatMap(([id, records = []]) => {
      const other = model.entities.get(id);
      if (!other) return [{ path: `${path}/others/${id}`, message: `There is no entity ${id}.` }];
      return records.flatMap((one, index) => namesOf(one as Json, `${path}/others/${id}/${index}`, other));
    }),
    ...unknown(features, model.features, (feature) => ({
      path: `${path}/features`,
      message: `There is no feature ${feature}. Add it to schemas/access/features.json, or correct the name.`,
    })),
    ...unknown(role === undefined ? [] : [role], model.roles, (name) => ({
      path: `${path}/role`,
      message: `There is no role ${name}. It is one of ${[...model.roles.keys()].join(', ')}.`,
    })),
  ];
}

/** Unknown members of a record. Wrong values are allowed, because a case may expect their refusal. */
export function namesOf(record: Json, path: string, entity: EntityModel): readonly Found[] {
  return unknown(Object.keys(record), knownNames(entity), (name) => ({
    path: `${path}/${name}`,
    message: `${entity.id} has no field ${name}.`,
  }));
}

const namesByEntity = new WeakMap<EntityModel, ReadonlySet<string | undefined>>();

/** Cached: called for each of thousands of records. */
function knownNames(entity: EntityModel): ReadonlySet<string | undefined> {
  const known = namesByEntity.get(entity);
  if (known) return known;
  const names = new Set(entity.fields.flatMap(({ name, expand }) => [name, expand?.as]));
  namesByEntity.set(entity, names);
  return names;
}

function unknown(
  names: readonly string[] | undefined,
  known: { readonly has: (name: string) => boolean },
  found: (name: string) => Found,
): readonly Found[] {
  return (names ?? []).filter((name) => !known.has(name)).map(found);
}

type KnownRules = {
  readonly ids: ReadonlySet<string>;
  /** Message → rule that reports it, for hints when a case names the message instead of the rule. */
  readonly byMessage: ReadonlyMap<string, string>;
  /** All message keys: issues of the engine itself use these as rule names. */
  readonly messages: ReadonlySet<string>;
};

/** All rule ids that an issue can have, across entities: one write may run rules of several. */
function rulesOf({ entities, messages }: Model): KnownRules {
  const all = [...entities.values()].flatMap(({ rules, unique, removal, fieldByPath }) => [
    ...[...rules.state, ...rules.values, ...rules.checks, ...rules.options, ...rules.effects],
    ...[...rules.mirrors, ...rules.gathers, ...rules.sentences, ...unique, ...removal],
    ...[...fieldByPath.values()].filter(({ ref }) => ref).map(({ id }) => ({ id: `${id}.exists` })),
  ]);
  const told = all.filter((rule): rule is { id: string; message: string } => 'message' in rule);
  return {
    ids: new Set(all.map(({ id }) => id)),
    byMessage: new Map(told.map(({ id, message }) => [message, id])),
    messages: new Set(messages['en-CA'].keys()),
  };
}

function ofRule(name: string, path: string, { ids, byMessage, messages }: KnownRules): readonly Found[] {
  if (ids.has(name) || /^(validation|forbidden)\.|^policy$/.test(name)) return [];
  const meant = byMessage.get(name) ?? nearestName(name, [...ids]);
  if (messages.has(name) && !byMessage.has(name)) return [];
  const hint = meant ? `Did you mean ${meant}?` : 'Name the id of a rule, of a unique or of a removal.';
  return [{ path, message: `There is no rule ${name}. ${hint}` }];
}
