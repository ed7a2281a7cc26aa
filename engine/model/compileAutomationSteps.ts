/** Compiles the steps of automations. */
import type { AutomationStep, Recipient } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import { holdsFiles, namesRecord } from '../query/refersToOne.ts';
import type { AutomationTexts, StepModel } from '../types/automationTypes.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import { missing, recipientKind } from './automationWords.ts';
import { compileCall } from './compileCall.ts';
import type { Place, ScopeOf } from './compiler.ts';
import type { RulesPlace } from './ruleContext.ts';
import { fieldType, recordType, ruleScope } from './typeScope.ts';

type Context = RulesPlace & {
  /** The entity whose records the steps are about. */
  readonly entity: string;
  /** The entity of the automation, in the steps of each. */
  readonly outer?: string;
};

export function compileSteps(
  declared: readonly AutomationStep[],
  path: string,
  context: Context,
): readonly StepModel[] {
  return declared.map((step, index) =>
    compileStep(step, { file: context.file, path: `${path}/${index}` }, context),
  );
}

/** The words that mean something to a step, besides "do" and "if". */
const words: Readonly<Record<AutomationStep['do'], readonly (keyof AutomationStep)[]>> = {
  set: ['fields'],
  create: ['entity', 'fields'],
  change: ['through', 'fields'],
  transition: ['transition'],
  notify: ['to', 'text'],
  mail: ['to', 'template', 'subject', 'text', 'html', 'attach'],
  call: ['url', 'method', 'headers', 'body'],
  each: ['entity', 'through', 'then'],
  wait: ['days', 'hours', 'minutes'],
  stop: [],
};

const needed: readonly string[] = [
  'fields',
  'entity',
  'through',
  'transition',
  'to',
  'subject',
  'text',
  'url',
  'then',
];

/** What a template stands for. */
const ownTexts: readonly string[] = ['subject', 'text', 'html'];

function compileStep(step: AutomationStep, at: Place, context: Context): StepModel {
  const { compiler, types } = context;
  checkWords(step, at, compiler);
  const scope = scopeOf(context);
  const days = step.days ?? 0;
  const minutes = (days * 24 + (step.hours ?? 0)) * 60 + (step.minutes ?? 0);
  if (step.do === 'wait') checkWait(minutes, at, context);
  for (const [index, one] of (step.to ?? []).entries())
    checkRecipient(one, { file: at.file, path: `${at.path}/to/${index}` }, step.do, context);
  checkFiles(step, at, context);
  const target = targetOf(step, at, context);
  return {
    ...{ do: step.do, entity: step.entity, through: step.through, transition: step.transition },
    if:
      step.if === undefined
        ? undefined
        : compiler.expression(step.if, { file: at.file, path: `${at.path}/if` }, scope, 'boolean'),
    target,
    fields: target === undefined ? {} : compileFields(step, at, { compiler, types, target, scope }),
    to: step.to ?? [],
    attach: step.attach,
    template: step.template,
    ...{
      subject: step.subject as AutomationTexts,
      text: step.text as AutomationTexts,
      html: step.html as AutomationTexts,
    },
    minutes,
    call: step.do === 'call' ? compileCall(step, at, { ...context, scope }) : undefined,
    then:
      step.do === 'each' && step.then && types.entities.has(step.entity ?? '')
        ? compileSteps(step.then, `${at.path}/then`, {
            ...context,
            entity: step.entity ?? '',
            outer: context.entity,
          })
        : [],
    pointer: at.path,
  };
}

/** Words that mean nothing, and those that are missing. */
function checkWords(step: AutomationStep, at: Place, compiler: Context['compiler']): void {
  const known: readonly string[] = words[step.do];
  const fromTemplate: readonly string[] = step.do === 'mail' && step.template !== undefined ? ownTexts : [];
  for (const word of fromTemplate)
    if (step[word as keyof AutomationStep] !== undefined)
      compiler.error(
        { file: at.file, path: `${at.path}/${word}` },
        `"${word}" comes from the template ${step.template}.`,
        { code: 'automation-word', params: { word, on: 'template' } },
      );
  for (const word of Object.keys(step))
    if (!['do', 'if', '$comment'].includes(word) && !known.includes(word))
      compiler.error(
        { file: at.file, path: `${at.path}/${word}` },
        `"${word}" means nothing for ${step.do}.`,
        {
          code: 'automation-word',
          params: { word, on: step.do },
        },
      );
  for (const word of known)
    if (
      needed.includes(word) &&
      !fromTemplate.includes(word) &&
      step[word as keyof AutomationStep] === undefined
    )
      missing(compiler, at, { word, text: `The step ${step.do} needs "${word}".` });
}

function checkFiles({ attach }: AutomationStep, at: Place, { compiler, types, entity }: Context): void {
  for (const [index, name] of (attach?.files ?? []).entries()) {
    const place = { file: at.file, path: `${at.path}/attach/files/${index}` };
    compiler.use(`field:${entity}.${name}`, place);
    const field = types.entities.get(entity)?.fieldByPath.get(name);
    if (field?.stored && holdsFiles(field) && !name.includes('.')) continue;
    compiler.error(place, `${name} of ${entity} holds no file that can be attached.`, {
      code: 'automation-file',
      params: { field: name, entity },
    });
  }
}

function checkWait(minutes: number, at: Place, { compiler, outer }: Context): void {
  if (minutes === 0)
    missing(compiler, at, { word: 'days', text: 'A wait says how long: days, hours or minutes.' });
  if (outer)
    compiler.error(at, 'The steps of each cannot wait: put the wait before or after it.', {
      code: 'automation-nested',
      params: { step: 'wait' },
    });
}

/** The entity whose fields a step writes; undefined for other steps, or after a finding. */
function targetOf(step: AutomationStep, at: Place, context: Context): string | undefined {
  const { compiler, types, entity, outer } = context;
  if (step.do === 'set') return entity;
  if (step.do === 'create' || step.do === 'each') {
    if (step.entity !== undefined) compiler.use(`entity:${step.entity}`, at);
    const found = types.entities.get(step.entity ?? '');
    if (step.entity !== undefined && !found)
      compiler.error({ file: at.file, path: `${at.path}/entity` }, `There is no entity ${step.entity}.`, {
        code: 'no-entity',
        params: { entity: step.entity },
      });
    if (step.do === 'create') return found?.id;
    if (outer)
      compiler.error(at, 'The steps of each cannot contain another each.', {
        code: 'automation-nested',
        params: { step: 'each' },
      });
    const field = found?.fieldByPath.get(step.through ?? '');
    if (found && step.through !== undefined && !(field && leadsTo(field, entity)))
      compiler.error(
        { file: at.file, path: `${at.path}/through` },
        `${step.through} of ${found.id} is no reference to ${entity}.`,
        { code: 'automation-reference', params: { field: step.through, entity: found.id } },
      );
    return undefined;
  }
  if (step.do !== 'change') return undefined;
  const field = types.entities.get(entity)?.fieldByPath.get(step.through ?? '');
  if (step.through !== undefined && !(field?.ref && namesRecord(field) && !field.path.includes('.')))
    compiler.error(
      { file: at.file, path: `${at.path}/through` },
      `${step.through} is no reference of ${entity} to one record.`,
      { code: 'automation-reference', params: { field: step.through, entity } },
    );
  return field?.ref?.entity;
}

const leadsTo = (field: FieldModel, entity: string): boolean =>
  field.ref?.entity === entity && namesRecord(field) && field.stored && !field.path.includes('.');

type FieldsContext = Pick<Context, 'compiler' | 'types'> & {
  readonly target: string;
  readonly scope: ScopeOf;
  /** The word that holds them. */
  readonly word?: string;
};

/** Field → expression for its value. */
export function compileFields(
  { fields = {} }: Pick<AutomationStep, 'fields'>,
  at: Place,
  { compiler, types, target, scope, word = 'fields' }: FieldsContext,
): Readonly<Record<string, Compiled>> {
  const entity = types.entities.get(target);
  const entries = Object.entries(fields).map(([name, text]) => {
    const place = { file: at.file, path: `${at.path}/${word}/${name}` };
    const field = entity?.fieldByPath.get(name);
    compiler.use(`field:${target}.${name}`, place);
    if (!field || field.path.includes('.') || !field.stored)
      compiler.error(place, `${target} has no stored field ${name}.`, {
        code: 'no-field',
        params: { entity: target, field: name },
      });
    const wants = () => (field ? fieldType(types, field) : ({ kind: 'any' } as const));
    return [name, compiler.expression(String(text), place, scope, wants)] as const;
  });
  return Object.fromEntries(entries);
}

/** What started the automation, and the answer of the last call, whatever they hold. */
export const givenVars = { event: { kind: 'any' }, answer: { kind: 'any' } } as const;

export function scopeOf({ types, entity, outer }: Pick<Context, 'types' | 'entity' | 'outer'>): ScopeOf {
  return () => {
    const model = types.entities.get(entity);
    if (!model) return { root: { kind: 'any' }, vars: {} };
    const rules = ruleScope(types, model);
    const scope = { ...rules, vars: { ...rules.vars, ...givenVars } };
    return outer ? { ...scope, vars: { ...scope.vars, outer: recordType(types, outer) } } : scope;
  };
}

function checkRecipient(
  { field: name, address }: Recipient,
  at: Place,
  step: AutomationStep['do'],
  { compiler, types, entity }: Context,
): void {
  if (address !== undefined && step === 'notify')
    compiler.error(
      { file: at.file, path: `${at.path}/address` },
      'Only people with an account can be notified.',
      {
        code: 'automation-recipient',
        params: { field: address },
      },
    );
  if (name === undefined) return;
  compiler.use(`field:${entity}.${name}`, at);
  const told = recipientKind(types.entities.get(entity)?.fieldByPath.get(name));
  if (told === 'person' || (told === 'address' && step === 'mail')) return;
  compiler.error(
    { file: at.file, path: `${at.path}/field` },
    `${name} of ${entity} holds nobody who can be told: name a field with a person${step === 'mail' ? ' or an e-mail address' : ''}.`,
    { code: 'automation-recipient', params: { field: name } },
  );
}
