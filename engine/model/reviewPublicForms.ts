/** Reviews public forms over the whole model: what nobody could send, and what they would tell. */

import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { PublicFormModel } from '../types/publicFormTypes.ts';
import type { CheckRule } from '../types/ruleTypes.ts';
import type { Compiler } from './compiler.ts';
import { findingOf, templateProblems } from './templateProblems.ts';
import { recordType } from './typeScope.ts';

type Reviewing = { readonly model: Model; readonly compiler: Compiler; readonly entity: EntityModel };

export function reviewPublicForms(model: Model, compiler: Compiler): void {
  const byAddress = new Map<string, PublicFormModel>();
  for (const entity of model.entities.values())
    for (const form of entity.publicForms) {
      const other = byAddress.get(form.address);
      if (other)
        report({ compiler, form, at: 'address' }, 'form-address', { address: form.address, name: other.id });
      byAddress.set(form.address, form);
      const reviewing = { model, compiler, entity };
      reviewNeeds(form, reviewing);
      reviewState(form, reviewing);
      for (const rule of entity.rules.checks) reviewCheck(form, rule, reviewing);
      reviewUnique(form, reviewing);
      reviewReaders(form, reviewing);
      reviewTemplates(form, reviewing);
    }
}

type At = { readonly compiler: Compiler; readonly form: PublicFormModel; readonly at: string };

const sentences: Readonly<Record<string, string>> = {
  'form-address': 'Another public form has this address.',
  'form-needs': 'A required field is neither on the form nor set by it.',
  'form-field': 'A public form cannot offer this field.',
  'form-set': 'A public form cannot set this field.',
  'form-rule': 'No answer can pass this rule.',
  'form-unique': 'The form tells whether a record with this value exists.',
  'form-role': 'There is no such role.',
  'form-template': 'The text cannot be filled in.',
  'form-template-near': 'The text cannot be filled in.',
};

function report(
  { compiler, form, at }: At,
  code: string,
  params: Readonly<Record<string, string>>,
  level: 'error' | 'warn' = 'error',
): void {
  const said = Object.values(params).join(', ');
  const place = { file: form.file, path: `${form.pointer}/${at}` };
  compiler[level](place, `${form.id}: ${sentences[code]} (${said})`, { code, params });
}

const offeredBy = ({ fields }: PublicFormModel): ReadonlySet<string> =>
  new Set(fields.map(({ field }) => field));

/** A required field that nothing fills. */
function reviewNeeds(form: PublicFormModel, { compiler, entity }: Reviewing): void {
  const offered = offeredBy(form);
  const isGiven = (name: string) =>
    offered.has(name) ||
    name in form.set ||
    entity.rules.values.some(({ field }) => field === name) ||
    entity.defaults.some(({ field }) => field === name);
  for (const { name, required, readOnly, stored, default: value, sequence } of entity.fields) {
    if (!required || readOnly || !stored || value !== undefined || sequence || isGiven(name)) continue;
    report({ compiler, form, at: 'fields' }, 'form-needs', { field: name });
  }
}

/** Only transitions write the state: a new record starts in its default. */
function reviewState(form: PublicFormModel, { compiler, entity }: Reviewing): void {
  const field = entity.workflow?.field;
  if (field === undefined) return;
  const at = form.fields.findIndex((one) => one.field === field);
  if (at >= 0) report({ compiler, form, at: `fields/${at}/field` }, 'form-field', { field });
  if (field in form.set) report({ compiler, form, at: `set/${field}` }, 'form-set', { field });
}

/** A check over fields that the form does not offer, whose values are always the same. */
function reviewCheck(form: PublicFormModel, rule: CheckRule, { compiler, entity }: Reviewing): void {
  const isJudged = rule.on.length === 0 || rule.on.includes('create');
  if (rule.level !== 'error' || rule.each || !isJudged) return;
  const fixed = fixedValues(form, entity);
  const holds = valueOn(rule.expression, fixed);
  const applies = rule.when === undefined ? true : valueOn(rule.when, fixed);
  if (applies !== true || holds === undefined || holds === true) return;
  report({ compiler, form, at: 'fields' }, 'form-rule', { rule: rule.id });
}

type Fixed = { readonly names: ReadonlySet<string>; readonly record: Record<string, unknown> };

/** Fields with one value whatever is sent: constants, and those that stay empty. */
function fixedValues(form: PublicFormModel, { fields, rules, defaults }: EntityModel): Fixed {
  const offered = offeredBy(form);
  const names = new Set<string>();
  const record: Record<string, unknown> = {};
  for (const { name, default: value, stored, readOnly, ref, lookup } of fields) {
    const isOpen = offered.has(name) || !stored || readOnly || ref || lookup;
    if (isOpen || defaults.some(({ field }) => field === name)) continue;
    if (rules.values.some(({ field }) => field === name)) continue;
    const set = form.set[name];
    if (set && set.reads.length > 0) continue;
    names.add(name);
    record[name] = set ? set.evaluate({ root: {}, vars: {} }) : value;
  }
  return { names, record };
}

/** The value of an expression over fixed fields alone; undefined when it reads anything else. */
function valueOn(expression: CheckRule['expression'], { names, record }: Fixed): unknown {
  if (expression.calls.length > 0 && expression.reads.length === 0) return undefined;
  const isFixed = expression.reads.every(
    ({ from, path }) => (from === '' || from === '$' || from === 'record') && names.has(path[0] ?? ''),
  );
  if (!isFixed) return undefined;
  try {
    return expression.evaluate({ root: record, vars: { record, action: 'create' } }) ?? false;
  } catch {
    return undefined;
  }
}

/** A refusal because a value is taken tells anyone that it is. */
function reviewUnique(form: PublicFormModel, { compiler, entity }: Reviewing): void {
  const offered = offeredBy(form);
  for (const { fields } of entity.unique)
    if (fields.length > 0 && fields.every((name) => offered.has(name)))
      report({ compiler, form, at: 'fields' }, 'form-unique', { field: fields.join(', ') }, 'warn');
}

function reviewReaders(form: PublicFormModel, { model, compiler }: Reviewing): void {
  for (const [index, role] of form.notify.roles.entries())
    if (!model.roles.has(role))
      report({ compiler, form, at: `notify/roles/${index}` }, 'form-role', { role });
}

function reviewTemplates(form: PublicFormModel, { model, compiler, entity }: Reviewing): void {
  const scope = {
    root: recordType({ entities: model.entities, lookups: model.lookups }, entity.id),
    vars: {},
  };
  for (const word of ['subject', 'text'] as const)
    for (const [locale, text] of Object.entries(form.confirm?.[word] ?? {})) {
      const at = `confirm/${word}/${locale}`;
      const place = { file: form.file, path: `${form.pointer}/${at}` };
      for (const problem of templateProblems(text, { model, compiler, scope, place })) {
        const { code, params } = findingOf(problem, 'form-template');
        report({ compiler, form, at }, code, params);
      }
    }
}
