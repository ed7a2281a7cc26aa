/** Compiles declared rules by slot. A declared rule may fill several slots and keeps its id in each. */

import type { Rule } from '../declaration/types.generated.ts';
import type { Parts } from '../parts.ts';
import type {
  CheckRule,
  EffectRule,
  EntityRules,
  FieldModel,
  MirrorRule,
  OptionsRule,
  SentenceRule,
  StateRule,
  ValueRule,
} from '../types/modelTypes.ts';
import { gatherRules } from './compileGather.ts';
import { compileSort, type Place, type Wants } from './compiler.ts';
import { modelOf } from './entityDraft.ts';
import { namedFields } from './namedFields.ts';
import { NotOfRows, rowRule } from './rowRules.ts';
import type { RuleContext, RulesPlace } from './ruleContext.ts';
import type { Sources } from './sources.ts';
import { fieldType, ruleScope, whereScope } from './typeScope.ts';
import type { Watched } from './watched.ts';

/** Compiles all rules of an entity: its own, and those of records that are its rows. */
export function* compileRules(
  declared: readonly Rule[],
  place: RulesPlace,
  sources: Watched<Sources>,
): Parts<EntityRules> {
  reportDuplicates(declared, place);
  const contexts = [
    ...declared.map((rule, index) => contextOf(rule, index, place)),
    ...place.draft.fields.flatMap((list) => rowContexts(list, place, sources)),
  ];
  yield;
  return {
    state: yield* each(contexts, stateRules),
    values: yield* each(contexts, valueRules),
    checks: yield* each(contexts, checkRules),
    options: yield* each(contexts, optionsRules),
    effects: yield* each(contexts, effectRules),
    mirrors: yield* each(contexts, mirrorRules),
    gathers: yield* each(contexts, gatherRules),
    sentences: yield* each(contexts, sentenceRules),
  };
}

/** Yields after each rule: there may be thousands. */
function* each<T>(
  contexts: readonly RuleContext[],
  compileOne: (context: RuleContext) => readonly T[],
): Parts<readonly T[]> {
  const all: T[] = [];
  for (const context of contexts) {
    all.push(...compileOne(context));
    yield;
  }
  return all;
}

/** Rules of rows that are records, so that they are checked here as at their own paths. */
function rowContexts(list: FieldModel, place: RulesPlace, sources: Watched<Sources>): readonly RuleContext[] {
  const id = list.records?.entity;
  if (id === undefined) return [];
  const entity = sources.ask((all) => all.entity.find(({ json }) => json.$id === id)?.json);
  const behaviour = sources.ask((all) => all.behaviour.find(({ json }) => json.for === id));
  if (!entity || !behaviour) return [];
  const rules = { ...place, file: behaviour.file };
  return (behaviour.json.rules ?? []).flatMap((rule, index) => {
    try {
      const said = rowRule(rule, { list, entity, parse: place.compiler.parse });
      return said ? [contextOf(said, index, rules)] : [];
    } catch (error) {
      if (!(error instanceof NotOfRows)) throw error;
      place.compiler.error(
        { file: behaviour.file, path: `/rules/${index}` },
        `Rule ${rule.id} says ${error.message}, which rows cannot: the records of ${entity.$id} are rows of ${place.draft.id} (x-records).`,
      );
      return [];
    }
  });
}

function contextOf(rule: Rule, index: number, rules: RulesPlace): RuleContext {
  const { types, draft, file, compiler } = rules;
  const place = { file, path: `/rules/${index}` };
  for (const key of [rule.message, rule.answers?.yes, rule.answers?.no])
    if (key) compiler.use(`message:${key}`, place);
  const names = expandGroups(rule.field === undefined ? [] : [rule.field].flat(), rules, place);
  if (rule.each && draft.fieldByPath.get(rule.each)?.kind !== 'rows')
    compiler.error(
      place,
      `"each" of rule ${rule.id} must name a list of rows of ${draft.id}; ${rule.each} is none.`,
    );
  const fields = rule.except
    ? allBut(expandGroups(rule.except, rules, place), rules, place)
    : names.map((name) => patternOf(name, rule.each));
  for (const field of fields) knownField(field, rule, rules, place);
  return { ...rules, rule, place, fields, scope: () => ruleScope(types, modelOf(types, draft), rule.each) };
}

function expandGroups(names: readonly string[], { draft, compiler }: RulesPlace, place: Place) {
  return namedFields(names, draft, (message) => compiler.error(place, message));
}

/** `field: "*", except: […]`: lists the fields, so that the record itself stays open for the others. */
function allBut(except: readonly string[], { draft, compiler }: RulesPlace, place: Place): readonly string[] {
  for (const name of except)
    if (!draft.fieldByPath.has(name))
      compiler.error(place, `"except" names ${name}, but ${draft.id} has no such field.`);
  return draft.fields
    .filter((field) => !field.readOnly && !except.includes(field.name))
    .map((field) => field.name);
}

/** The dotted pattern of a field in a rule: of the row inside `each`, otherwise of the record. */
function patternOf(name: string, each: string | undefined): string {
  return each && name !== '*' ? `${each}.${name}` : name;
}

function knownField(field: string, rule: Rule, { compiler, draft }: RulesPlace, place: Place): void {
  if (field === '*') return;
  compiler.use(`field:${draft.id}.${field}`, place);
  if (!draft.fieldByPath.has(field))
    compiler.error(place, `Rule ${rule.id} names ${field}, but ${draft.id} has no such field.`, {
      code: 'no-field',
      params: { entity: draft.id, field },
    });
}

function base({ rule, draft, file, place }: RuleContext) {
  return {
    id: rule.id,
    entity: draft.id,
    each: rule.each,
    file,
    pointer: place.path,
    overlay: rule.overlay,
  };
}

function compile(context: RuleContext, text: string, slot: string, wants?: Wants) {
  const place = { file: context.place.file, path: `${context.place.path}/${slot}` };
  return context.compiler.expression(text, place, context.scope, wants);
}

function stateRules(context: RuleContext): readonly StateRule[] {
  const { rule, fields } = context;
  return (['relevant', 'required', 'editable'] as const).flatMap((slot) => {
    const text = rule[slot];
    if (text === undefined) return [];
    if (fields.length === 0)
      context.compiler.error(
        context.place,
        `Rule ${rule.id} says ${slot} but names no "field" ("*" is the whole record).`,
      );
    const expression = compile(context, text === true ? 'true' : text, slot, 'boolean');
    return [
      { ...base(context), slot, fields, expression, retain: rule.retain ?? 'clear', message: rule.message },
    ];
  });
}

function valueRules(context: RuleContext): readonly ValueRule[] {
  const { rule, fields } = context;
  if (rule.value === undefined) return [];
  const expression = compile(context, rule.value, 'value', valueWanted(context));
  const when = rule.when === undefined ? undefined : compile(context, rule.when, 'when', 'boolean');
  const override = rule.override === true;
  return fields.map((field) => ({ ...base(context), field, expression, override, when }));
}

/** The type of a value rule's fields; fields of several kinds are checked at run time. */
function valueWanted({ fields, draft, types }: RuleContext): Wants {
  return () => {
    const kinds = fields
      .flatMap((path) => draft.fieldByPath.get(path) ?? [])
      .map((field) => fieldType(types, field));
    const [first] = kinds;
    return first && kinds.every(({ kind }) => kind === first.kind) ? first : { kind: 'any' };
  };
}

function checkRules(context: RuleContext): readonly CheckRule[] {
  const { rule } = context;
  if (rule.check === undefined) return [];
  const at = (rule.at ?? []).map((name) => patternOf(name, rule.each));
  for (const field of at) knownField(field, rule, context, context.place);
  return [
    {
      ...base(context),
      expression: compile(context, rule.check, 'check', 'boolean'),
      when: rule.when === undefined ? undefined : compile(context, rule.when, 'when', 'boolean'),
      at,
      level: rule.level ?? 'error',
      denies: rule.denies === true,
      answers: rule.answers,
      message: rule.message ?? '',
      params: paramsOf(context),
      on: rule.on ?? [],
    },
  ];
}

function paramsOf(context: RuleContext): CheckRule['params'] {
  const params = Object.entries(context.rule.params ?? {}).map(
    ([name, text]) => [name, compile(context, String(text), `params/${name}`)] as const,
  );
  return Object.fromEntries(params);
}

function sentenceRules(context: RuleContext): readonly SentenceRule[] {
  const { rule, fields } = context;
  const { insteadOf: keywords, message } = rule;
  if (!keywords || message === undefined) return [];
  return fields.map((field) => ({ ...base(context), field, keywords, message, params: paramsOf(context) }));
}

function optionsRules(context: RuleContext): readonly OptionsRule[] {
  const { rule, fields, compiler, types, draft } = context;
  const { options } = rule;
  if (!options) return [];
  compiler.use(`entity:${options.from}`, context.place);
  if (!types.entities.has(options.from) && !types.lookups.has(options.from))
    compiler.error(
      context.place,
      `Rule ${rule.id} takes its options from ${options.from}, which is no entity.`,
    );
  if (options.find?.includes('{'))
    compiler.error(
      { file: context.place.file, path: `${context.place.path}/options/find` },
      `The list of options is the same for every record: take {…} out of ${options.find}, and say in "where" which of them are offered.`,
    );
  const around = () => ({ ...ruleScope(types, modelOf(types, draft), rule.each).vars });
  const place = { file: context.place.file, path: `${context.place.path}/options/where` };
  const where =
    options.where === undefined
      ? undefined
      : compiler.where(options.where, place, () => whereScope(types, options.from, around()));
  return fields.map((field) => ({
    ...base(context),
    field,
    from: options.from,
    where,
    sort: compileSort(options.sort),
    pageSize: options.pageSize,
    minimumLength: options.minimumLength,
    find: options.find,
    through: throughOf(context),
    none: noneOf(context),
    onInvalid: rule.onInvalid ?? 'error',
  }));
}

/** Messages for when nothing is on offer. */
function noneOf(context: RuleContext): OptionsRule['none'] {
  return (context.rule.options?.none ?? []).map(({ when, message }, index) => {
    context.compiler.use(`message:${message}`, context.place);
    const slot = `options/none/${index}/when`;
    return { when: when === undefined ? undefined : compile(context, when, slot, 'boolean'), message };
  });
}

/** Checks that the entity and fields that the choices go through exist. */
function throughOf({ rule, types, compiler, place, draft }: RuleContext): OptionsRule['through'] {
  const through = rule.options?.through;
  if (!through) return undefined;
  compiler.use(`entity:${through.entity}`, place);
  const by = Object.entries(through.by).map(([theirs, ours]) => [theirs, String(ours)] as const);
  const other = types.entities.get(through.entity);
  for (const name of [through.field, ...by.map(([theirs]) => theirs)])
    if (!other?.fieldByPath.has(name))
      compiler.error(place, `"through" of rule ${rule.id}: ${through.entity} has no field ${name}.`);
  for (const [, ours] of by)
    if (ours !== 'Id' && !draft.fieldByPath.has(ours))
      compiler.error(place, `"through" of rule ${rule.id}: ${draft.id} has no field ${ours}.`);
  return { entity: through.entity, field: through.field, by: Object.fromEntries(by) };
}

function effectRules(context: RuleContext): readonly EffectRule[] {
  const { rule, types, draft } = context;
  if (rule.onUserChange === undefined) return [];
  const trigger = patternOf(rule.onUserChange, rule.each);
  knownField(trigger, rule, context, context.place);
  const option = draft.fieldByPath.get(trigger)?.ref?.entity;
  const withOption: RuleContext = {
    ...context,
    scope: () => ruleScope(types, modelOf(types, draft), rule.each, option),
  };
  const when = rule.when === undefined ? undefined : compile(withOption, rule.when, 'when', 'boolean');
  const [set, others] = [effectsOf(withOption, 'set'), effectsOf(withOption, 'others')];
  return [{ ...base(context), onUserChange: trigger, when, set, others }];
}

/** The values an effect sets, in its own row or in the others. */
function effectsOf(context: RuleContext, slot: 'set' | 'others'): EffectRule['set'] {
  const { rule } = context;
  const declared = Object.entries(rule[slot] ?? {}).map(([field, text]) => {
    const pattern = patternOf(field, rule.each);
    knownField(pattern, rule, context, context.place);
    const wanted = valueWanted({ ...context, fields: [pattern] });
    return [pattern, compile(context, String(text), `${slot}/${field}`, wanted)] as const;
  });
  return Object.fromEntries(declared);
}

function mirrorRules(context: RuleContext): readonly MirrorRule[] {
  const { rule, fields } = context;
  if (rule.mirror === undefined || rule.each === undefined) return [];
  const { each, mirror } = rule;
  knownField(`${each}.${mirror}`, rule, context, context.place);
  return fields.map((field) => ({ ...base(context), each, field, key: `${each}.${mirror}` }));
}

function reportDuplicates(declared: readonly Rule[], { compiler, file }: RulesPlace): void {
  const seen = new Set<string>();
  declared.forEach((rule, index) => {
    if (seen.has(rule.id))
      compiler.error(
        { file, path: `/rules/${index}/id` },
        `There are two rules ${rule.id}. Give each its own id.`,
        { code: 'rule-exists', params: { rule: rule.id } },
      );
    seen.add(rule.id);
  });
}
