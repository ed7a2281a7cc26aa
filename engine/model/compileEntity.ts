/** Compiles the declarations of an entity to its model: first fields, then behaviour. */
import type { BehaviourDeclaration, EntityDeclaration, Field, Rule } from '../declaration/types.generated.ts';
import type { Parts } from '../parts.ts';
import type {
  CaseModel,
  DataRecord,
  EntityModel,
  FieldModel,
  Settings,
  UniqueModel,
} from '../types/modelTypes.ts';
import { compileActivity } from './compileActivity.ts';
import { compileAutomations } from './compileAutomations.ts';
import { compileCases } from './compileCases.ts';
import { compileField } from './compileField.ts';
import { compileFilling } from './compileFilling.ts';
import { compileFollows } from './compileFollows.ts';
import { compileLinked } from './compileLinked.ts';
import { compileOperand } from './compileOperand.ts';
import { compilePolicy, compileRemoval } from './compilePolicy.ts';
import { compilePrintFormats } from './compilePrintFormats.ts';
import { compilePublicForms } from './compilePublicForms.ts';
import type { compileRowAccess } from './compileRowAccess.ts';
import { compileRules } from './compileRules.ts';
import type { Compiler, Place } from './compiler.ts';
import { checkSequences, sequenceUniques } from './compileSequence.ts';
import { compileWorkflow, stateField } from './compileWorkflow.ts';
import { type EntityBehaviour, type EntityDraft, modelOf } from './entityDraft.ts';
import { checkAlternatives } from './fileLimits.ts';
import { overrideFields } from './overrideFields.ts';
import type { RulesPlace } from './ruleContext.ts';
import type { Source, Sources } from './sources.ts';
import { ruleScope, type TypeSources, whereScope } from './typeScope.ts';
import type { Watched } from './watched.ts';

/** First step: the fields, independent of other entities. */
export function compileFields(options: {
  readonly source: Source<EntityDeclaration>;
  readonly systemFields: Readonly<Record<string, Field | undefined>>;
  readonly sources: Watched<Sources>;
  readonly lookups: TypeSources['lookups'];
  readonly settings: Settings;
  readonly compiler: Compiler;
  readonly titles: Map<string, string>;
}): EntityDraft {
  const { source, systemFields, sources, lookups, settings, compiler, titles } = options;
  const { json: declared, file } = source;
  const place: Place = { file, path: '/properties' };
  const context = {
    compiler,
    entity: declared.$id,
    parent: '',
    required: new Set(declared.required ?? []),
    definitions: declared.$defs ?? {},
    place,
    lookups,
    settings,
    titles,
    entityNamed: namedIn(sources),
  };
  const state = closedState(declared.$id, sources);
  const properties = { ...systemFields, ...declared.properties, ...stateField(declared, state) };
  const fields = Object.entries(properties).map(([name, field]) =>
    compileField(name, field as Field, {
      ...context,
      texts: name in (declared.properties ?? {}) ? declared.$id : 'system',
      place: { file, path: `/properties/${name}` },
    }),
  );
  titles.set(`entity.${declared.$id}`, declared.title);
  titles.set(`entity.${declared.$id}.plural`, declared['x-plural'] ?? declared.title);
  const fieldByPath = new Map(flatten(fields).map((field) => [field.path, field]));
  checkFieldNames(declared, fieldByPath, compiler, place);
  checkSequences(declared, fields, { compiler, file });
  checkAlternatives(fields, compiler, place);
  return {
    id: declared.$id,
    ...{ area: source.area, file },
    title: `entity.${declared.$id}`,
    plural: `entity.${declared.$id}.plural`,
    labelField: declared['x-label'] ?? 'Name',
    fields,
    fieldByPath,
    unique: uniquesOf(declared, fields, { compiler, file: source.file }),
    order: declared['x-order']
      ? { field: declared['x-order'].field, within: declared['x-order'].within ?? [] }
      : undefined,
    ...commonWords(declared),
    owner: fields.find((field) => field.ref?.owner),
    cases: casesOf(declared.$id, sources),
    seed: seedOf(declared.$id, sources),
    searchable: declared['x-search'] ?? [],
    alike: declared['x-alike'] ?? [],
    indexes: (declared['x-index'] ?? []).map((each) => [each].flat()),
  };
}

/** The state, unless a rule says when it may be edited: then the rule refuses what it must, with its own message. */
function closedState(id: string, sources: Watched<Sources>): string | undefined {
  return sources.ask(({ behaviour }) => {
    const declared = behaviour.find(({ json }) => json.for === id)?.json;
    const field = declared?.workflow?.field;
    const isRuled = declared?.rules?.some((rule) => rule.editable !== undefined && rule.field === field);
    return isRuled ? undefined : field;
  });
}

const namedIn = (sources: Watched<Sources>) => (id: string) =>
  sources.ask(({ entity }) => entity.find(({ json }) => json.$id === id)?.json);

function commonWords(
  declared: EntityDeclaration,
): Pick<EntityModel, 'ones' | 'parts' | 'history' | 'many' | 'ofUser' | 'atMost' | 'maxBytes'> {
  const ones = (declared['x-one'] ?? []).map(({ field, within }) => ({ field, within: within ?? [] }));
  const [history, many] = [declared['x-history'] === true, declared['x-many'] === true];
  const parts = (declared['x-parts'] ?? {}) as EntityModel['parts'];
  const atMost = (declared['x-atMost'] ?? []).map(({ count, per }) => ({ count, per: per ?? ['CreatedBy'] }));
  return { ones, history, many, parts, atMost, maxBytes: declared['x-maxBytes'], ofUser: declared['x-user'] };
}

/** The entities that each entity owns, in declared order. */
export function ownedBy(drafts: ReadonlyMap<string, EntityDraft>): ReadonlyMap<string, readonly string[]> {
  const owned = new Map<string, string[]>();
  for (const { id, fields } of drafts.values())
    for (const owner of new Set(fields.flatMap(({ ref }) => (ref?.owner ? [ref.entity] : []))))
      owned.set(owner, [...(owned.get(owner) ?? []), id]);
  return owned;
}

/** Second step: rules, workflow and policy, whose expressions may read any entity. */
export function* compileBehaviour(
  draft: EntityDraft,
  options: {
    readonly drafts: ReadonlyMap<string, EntityDraft>;
    readonly owns: readonly string[];
    readonly sources: Watched<Sources>;
    readonly types: TypeSources;
    readonly compiler: Compiler;
    readonly settings: Settings;
    readonly rowAccess?: typeof compileRowAccess;
  },
): Parts<EntityBehaviour> {
  const { drafts, owns, sources, types, compiler, settings } = options;
  const behaviours = sources.ask(({ behaviour }) => behaviour.filter(({ json }) => json.for === draft.id));
  const source = behaviours[0];
  const rowAccess = options.rowAccess?.(draft, { drafts, sources, compiler });
  const { followed, ...linked } = compileLinked({ compiler, types, draft, sources });
  function* rulesOf(declared: readonly Rule[], place: RulesPlace) {
    const rules = yield* compileRules(declared, place, sources);
    return { rules, memory: overrideFields(draft.id, rules, draft.fields) };
  }
  for (const extra of behaviours.slice(1))
    compiler.error(
      { file: extra.file, path: '/for' },
      `${draft.id} has a behaviour already in ${source?.file}. Put both into one file.`,
    );
  compileConditions(draft.id, source, { types, compiler });
  if (!source)
    return {
      owns,
      rowAccess,
      ...linked,
      ...(yield* rulesOf(followed, { compiler, types, draft, file: draft.file })),
      policy: compilePolicy(undefined, compiler, { file: draft.file, draft }),
      ...{ removal: [], reportFirst: [], follows: [], automations: [], defaults: [] },
      ...{ publicForms: [], printFormats: [] },
    };
  const place = { compiler, types, draft, file: source.file };
  const policy = compilePolicy(source.json.policy, compiler, { file: source.file, draft });
  return {
    owns,
    rowAccess,
    ...linked,
    ...(yield* rulesOf([...(source.json.rules ?? []), ...followed], place)),
    workflow: compileWorkflow(source.json, place),
    policy,
    activity: compileActivity(source.json.activity, { ...place, policy, settings }),
    follows: compileFollows(source.json.follows ?? [], place),
    automations: compileAutomations(source.json.automations ?? [], place),
    publicForms: compilePublicForms(source.json.publicForms ?? [], place),
    printFormats: compilePrintFormats(source.json.printFormats ?? [], place),
    removal: compileRemoval(source.json.removal ?? [], place),
    reportFirst: compileReportFirst(source.json, place),
    operand: compileOperand(source.json.operand, place),
    copied: compileCopied(source.json.copied, place),
    filling: compileFilling(source.json.filling, { ...place, drafts, owns }),
    defaults: compileDefaults(source.json.defaults, place),
  };
}

const compileCopied = (copied: string | undefined, { compiler, types, draft, file }: Behaving) =>
  copied === undefined
    ? undefined
    : compiler.expression(copied, { file, path: '/copied' }, () => whereScope(types, draft.id, {}));

type Behaving = Pick<Parameters<typeof compileFilling>[1], 'compiler' | 'types' | 'draft' | 'file'>;

function compileDefaults(
  declared: BehaviourDeclaration['defaults'],
  { compiler, types, draft, file }: Behaving,
): EntityModel['defaults'] {
  const creators = [...draft.fieldByPath.values()].flatMap((field) => creatorDefault(field));
  return [...creators, ...Object.entries(declared ?? {})].map(([field, text]) => {
    const at = { file, path: `/defaults/${field}` };
    if (!draft.fieldByPath.has(field)) compiler.error(at, `${draft.id} has no field ${field}.`);
    return {
      field,
      value: compiler.expression(String(text), at, () => ruleScope(types, modelOf(types, draft))),
    };
  });
}

/** People whom the field does not accept are not its default. */
function creatorDefault({ account, path }: FieldModel): readonly (readonly [string, string])[] {
  if (account?.default !== 'creator') return [];
  const { roles = [], feature } = account;
  const conditions = [
    ...(roles.length > 0 ? [`(${roles.map((role) => `'${role}' in $user.Roles`).join(' or ')})`] : []),
    ...(feature ? [`$can('${feature}')`] : []),
  ];
  return [[path, conditions.length > 0 ? `${conditions.join(' and ')} ? $user.Id : null` : '$user.Id']];
}

function compileReportFirst(
  { rules = [], reportFirst = [] }: BehaviourDeclaration,
  { compiler, draft, file }: Behaving,
): EntityModel['reportFirst'] {
  return reportFirst.map((id, index) => {
    const rule = rules.find((each) => each.id === id);
    if (!rule) compiler.error({ file, path: `/reportFirst/${index}` }, `${draft.id} has no rule ${id}.`);
    return { id, message: rule?.message };
  });
}

function flatten(fields: readonly FieldModel[]): readonly FieldModel[] {
  return fields.flatMap((field) => [field, ...flatten(field.fields ?? [])]);
}

/** The declared uniques, and those of numbers. */
function uniquesOf(
  declared: EntityDeclaration,
  fields: readonly FieldModel[],
  { compiler, file }: { readonly compiler: Compiler; readonly file: string },
): readonly UniqueModel[] {
  const own = (declared['x-unique'] ?? []).map((unique, index) =>
    compileUnique(unique, compiler, { file, path: `/x-unique/${index}` }),
  );
  return [...own, ...sequenceUniques(fields)];
}

function compileUnique(
  declared: NonNullable<EntityDeclaration['x-unique']>[number],
  compiler: Compiler,
  place: Place,
): UniqueModel {
  compiler.use(`message:${declared.message}`, place);
  if (declared.anyOrder && declared.fields.length !== 2)
    compiler.error(place, '"anyOrder" belongs to a unique of two fields.');
  return {
    id: declared.id,
    fields: declared.fields,
    within: declared.within ?? [],
    collation: declared.collation ?? 'exact',
    anyOrder: declared.anyOrder === true,
    message: declared.message,
    at: declared.at ?? declared.fields[0] ?? '',
  };
}

function checkFieldNames(
  declared: EntityDeclaration,
  fields: ReadonlyMap<string, FieldModel>,
  compiler: Compiler,
  place: Place,
): void {
  const ofUser = declared['x-user'];
  const named: readonly [string, readonly string[]][] = [
    ['/x-user', ofUser ? [ofUser.by, ...ofUser.fields, ...(ofUser.active ? [ofUser.active] : [])] : []],
    ['/required', declared.required ?? []],
    ['/x-label', declared['x-label'] ? [declared['x-label']] : []],
    ['/x-search', declared['x-search'] ?? []],
    ['/x-alike', (declared['x-alike'] ?? []).flat()],
    ['/x-atMost', (declared['x-atMost'] ?? []).flatMap(({ per }) => per ?? [])],
    ['/x-index', (declared['x-index'] ?? []).flat()],
    ['/properties', [...fields.values()].flatMap(otherName)],
    ['/properties', [...fields.values()].flatMap(({ template }) => template?.automatic?.when ?? [])],
    [
      '/x-order',
      declared['x-order'] ? [declared['x-order'].field, ...(declared['x-order'].within ?? [])] : [],
    ],
    [
      '/x-unique',
      (declared['x-unique'] ?? []).flatMap((unique) => [
        ...unique.fields,
        ...(unique.within ?? []),
        ...(unique.at ? [unique.at] : []),
      ]),
    ],
  ];
  for (const [path, names] of named)
    for (const name of names)
      if (!fields.has(name))
        compiler.error(
          { file: place.file, path },
          `${declared.$id} has no field ${name}. Add it to properties, or correct the name.`,
        );
}

function casesOf(entity: string, sources: Watched<Sources>): readonly CaseModel[] {
  return sources
    .ask(({ cases }) => cases.filter(({ json }) => json.for === entity))
    .flatMap((entry) => compileCases(entry.json));
}

function seedOf(entity: string, sources: Watched<Sources>): EntityModel['seed'] {
  const seeds = sources.ask(({ seed }) => seed.filter(({ json }) => json.for === entity));
  return {
    reference: seeds.flatMap((entry) => (entry.json.reference ?? []) as readonly DataRecord[]),
    demo: seeds.flatMap((entry) => (entry.json.demo ?? []) as readonly DataRecord[]),
    files: seeds.flatMap((entry) => entry.json.files ?? []),
    texts: seeds.flatMap(({ json }) => (json.texts ? [json.texts] : [])),
  };
}

/** Conditions are inlined where they are used; here each is also checked against its own entity. */
function compileConditions(
  entity: string,
  source: Sources['behaviour'][number] | undefined,
  { types, compiler }: { readonly types: TypeSources; readonly compiler: Compiler },
): void {
  for (const [name, text] of Object.entries(source?.json.conditions ?? {}))
    compiler.expression(
      String(text),
      { file: source?.file ?? '', path: `/conditions/${name}` },
      () => whereScope(types, entity, {}),
      'boolean',
    );
}

/** The path of the field for which this field is an alternative name. */
const otherName = ({ path, name, inputFor }: FieldModel): readonly string[] =>
  inputFor ? [path.slice(0, path.length - name.length) + inputFor] : [];
