/** Compiles the automations of an entity; whatever cannot run is a finding. */
import type { Automation, Trigger } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import type { AutomationModel, TriggerModel } from '../types/automationTypes.ts';
import { missing } from './automationWords.ts';
import { compileFields, compileSteps, givenVars } from './compileAutomationSteps.ts';
import type { Place } from './compiler.ts';
import { modelOf } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { ruleScope } from './typeScope.ts';

export function compileAutomations(
  declared: readonly Automation[],
  place: RulesPlace,
): readonly AutomationModel[] {
  const { draft, file, compiler, types } = place;
  const seen = new Set<string>();
  return declared.map((automation, index) => {
    const at = { file, path: `/automations/${index}` };
    const { id, title, open, off, owner, when, then, overlay } = automation;
    if (!id.startsWith(`${draft.id}.`))
      compiler.error(
        { file, path: `${at.path}/id` },
        `The id of automation ${id} must begin with ${draft.id}.`,
      );
    if (seen.has(id))
      compiler.error(
        { file, path: `${at.path}/id` },
        `There are two automations ${id}. Give each its own id.`,
        {
          code: 'automation-exists',
          params: { name: id },
        },
      );
    seen.add(id);
    const condition =
      automation.if === undefined
        ? undefined
        : compiler.expression(
            automation.if,
            { file, path: `${at.path}/if` },
            () => {
              const scope = ruleScope(types, modelOf(types, draft));
              return { ...scope, vars: { ...scope.vars, event: givenVars.event } };
            },
            'boolean',
          );
    if (when.on === 'webhook' && owner === undefined)
      missing(compiler, at, {
        word: 'owner',
        text: `${id} is started from outside, so it needs an owner whose rights bound it.`,
      });
    if (when.on === 'became' && !condition)
      compiler.error({ file, path: `${at.path}/if` }, `${id} waits until "if" holds, but has none.`, {
        code: 'automation-word',
        params: { word: 'if', on: when.on },
      });
    return {
      ...{ id, entity: draft.id, title: title as AutomationModel['title'], owner, overlay },
      ...{ open: open === true, off: off === true, file, pointer: at.path },
      when: compileTrigger(when, { file, path: `${at.path}/when` }, place),
      if: condition,
      then: compileSteps(then, `${at.path}/then`, { ...place, entity: draft.id }),
      said: JSON.stringify([when, automation.if, owner, then]),
    };
  });
}

const words: Readonly<Record<Trigger['on'], readonly string[]>> = {
  created: [],
  changed: ['fields'],
  saved: ['fields'],
  became: [],
  deleted: [],
  transition: ['transition'],
  comment: [],
  button: ['icon', 'roles', 'asks'],
  date: ['field', 'days', 'at'],
  schedule: ['every', 'day', 'at'],
  webhook: ['values', 'match', 'unmatched', 'example'],
};

function compileTrigger(declared: Trigger, at: Place, place: RulesPlace): TriggerModel {
  const { draft, compiler } = place;
  for (const word of Object.keys(declared))
    if (word !== 'on' && !words[declared.on].includes(word))
      compiler.error(
        { file: at.file, path: `${at.path}/${word}` },
        `"${word}" means nothing for an automation that starts on ${declared.on}.`,
        { code: 'automation-word', params: { word, on: declared.on } },
      );
  for (const name of declared.fields ?? []) knownField(name, 'fields', { draft, compiler, at });
  if (declared.on === 'date') {
    const field = draft.fieldByPath.get(declared.field ?? '');
    if (!field || kinds[field.kind].day === undefined || !field.stored || field.path.includes('.'))
      missing(compiler, at, {
        word: 'field',
        text: `A date automation needs a stored date field of ${draft.id}.`,
      });
    else compiler.use(`field:${draft.id}.${field.path}`, at);
  }
  if (declared.on === 'schedule' && !declared.every)
    missing(compiler, at, { word: 'every', text: 'A schedule says how often it runs ("every").' });
  const asks = (declared.asks ?? []).map(({ field, required }) => ({ field, required: required === true }));
  for (const { field } of asks) askedField(field, { draft, compiler, at });
  const values = compileReceived(declared, at, place);
  return { ...declared, fields: declared.fields ?? [], asks, values };
}

/** What a webhook writes to the record. */
function compileReceived(
  { on, values, match }: Trigger,
  at: Place,
  { draft, compiler, types }: RulesPlace,
): TriggerModel['values'] {
  if (on !== 'webhook') return {};
  if (!values) missing(compiler, at, { word: 'values', text: 'A webhook says which fields it writes.' });
  if (match !== undefined && !(match in (values ?? {})))
    missing(compiler, at, { word: 'values', text: `The matching field ${match} needs a value.` });
  if (match !== undefined) {
    const field = draft.fieldByPath.get(match);
    if (!field?.stored || field.fields !== undefined || !kinds[field.kind].filter.operators.includes('eq'))
      knownField('', 'match', { draft, compiler, at });
  }
  return compileFields({ fields: values ?? {} }, at, {
    ...{ compiler, types, target: draft.id, word: 'values' },
    scope: () => ({
      root: { kind: 'any' },
      vars: { ...ruleScope(types, modelOf(types, draft)).vars, ...givenVars },
    }),
  });
}

type Finding = Pick<RulesPlace, 'draft' | 'compiler'> & { readonly at: Place };

/** A button fills in what a form could: a field of the record that people write. */
function askedField(name: string, { draft, compiler, at }: Finding): void {
  compiler.use(`field:${draft.id}.${name}`, at);
  const field = draft.fieldByPath.get(name);
  if (field?.stored && !field.readOnly && !name.includes('.') && field.fields === undefined) return;
  compiler.error({ file: at.file, path: `${at.path}/asks` }, `Nobody can fill in ${name} of ${draft.id}.`, {
    code: 'automation-asks',
    params: { entity: draft.id, field: name },
  });
}

function knownField(name: string, word: string, { draft, compiler, at }: Finding): void {
  compiler.use(`field:${draft.id}.${name}`, at);
  if (draft.fieldByPath.get(name)?.stored) return;
  compiler.error({ file: at.file, path: `${at.path}/${word}` }, `${draft.id} has no stored field ${name}.`, {
    code: 'no-field',
    params: { entity: draft.id, field: name },
  });
}
