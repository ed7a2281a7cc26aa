import {
  type CaseModel,
  createForm,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type FormState,
  formatMessage,
  type Model,
  newRecord,
  type RuleContext,
  sameValue,
} from '#engine';
import { collectIssues } from '../../renderer/form/collectIssues.ts';
import { issueText } from '../../renderer/form/issueTexts.ts';
import { answerShape } from './answerShape.ts';
import { caseContext, poolsOf, previousOf, type Verdict, validatorsOf } from './replayInEngine.ts';

/** Whether a case can occur in a form: on add and edit, with the right to save at all. */
export function isForForm({ operation, expect }: CaseModel): boolean {
  return (operation === 'create' || operation === 'update') && expect.status === undefined;
}

type FormVerdict = Verdict & {
  /** The sentences of the alert above the form after a refused save. */
  readonly alerts: readonly string[];
};

/** Types a case into the form of its entity and presses save. A locked field counts as a refusal. */
export function replayInForm(model: Model, entity: EntityModel, example: CaseModel): FormVerdict {
  const form = formOf(model, entity, example);
  const sent = answerShape(model, entity.id, example.given.record ?? {}, poolsOf(entity, example.given));
  const locked = typeAll(form, entity, sent);
  const result = form.submit();
  const issues = issuesOf(form, entity);
  return {
    accepted: locked.length === 0 && result.kind === 'ready',
    rules: [...issues.map(({ rule }) => rule), ...locked.flatMap((path) => reasonsAt(form, path))],
    at: [...issues.map(({ path }) => path), ...locked],
    record: form.record(),
    alerts: collectIssues(form, [])
      .filter(({ issue }) => issue.level === 'error')
      .map(({ issue, field }) => issueText({ say }, issue, field ? say(field.label) : '')),
  };

  function say(key: string, params?: Readonly<Record<string, unknown>>): string {
    return formatMessage(model, 'en-CA', key, params);
  }
}

function reasonsAt(form: FormState, path: string): readonly string[] {
  return form.view(path).reasons.map(({ id }) => id);
}

/** The form of a case as it opens. */
export function formOf(model: Model, entity: EntityModel, example: CaseModel): FormState {
  const isNew = example.operation === 'create';
  const context: RuleContext = caseContext(model, entity, example);
  const pools = poolsOf(entity, example.given);
  const owner = entity.owner?.name;
  const initial = isNew && owner ? { [owner]: example.given.record?.[owner] } : {};
  const start = isNew
    ? answerShape(model, entity.id, { ...newRecord(entity, context), ...initial }, pools)
    : previousOf(model, entity, example);
  return createForm({ entity, record: start, isNew, context, validators: validatorsOf(model) });
}

/**
 * Types every field of the body; returns those that stay locked. Fields that another change unlocks are
 * retried.
 */
function typeAll(form: FormState, entity: EntityModel, sent: DataRecord): readonly string[] {
  const fields = entity.fields.filter((field) => field.name in sent && !field.ref?.owner && !field.readOnly);
  const locked = fields.filter((field) => !typeField(form, field, sent));
  return locked.filter((field) => !typeField(form, field, sent)).map(({ name }) => `/${name}`);
}

/**
 * One change as a person makes it, the fields of an object one by one; a reference comes with the chosen
 * record. Returns false if it is locked.
 */
function typeField(form: FormState, field: FieldModel, sent: DataRecord, within = ''): boolean {
  const path = `${within}/${field.name}`;
  const { value, editable } = form.view(path);
  if (sameValue(value, sent[field.name])) return true;
  if (!editable) return false;
  const members = sent[field.name];
  if (field.kind === 'object' && typeof members === 'object' && members !== null)
    return (field.fields ?? []).every(
      (member) => !(member.name in members) || typeField(form, member, members as DataRecord, path),
    );
  const option = field.expand?.as ? (sent[field.expand.as] as DataRecord | undefined) : undefined;
  form.change(path, sent[field.name], option);
  return true;
}

/** Issues wherever they are shown: at fields, at fields of rows, at the form. */
function issuesOf(form: FormState, entity: EntityModel) {
  const paths = entity.fields.flatMap((field) => pathsOf(form.record(), field, ''));
  const shown = paths.flatMap((path) => form.view(path).issues.map((issue) => ({ ...issue, path })));
  return [...shown, ...form.status().recordIssues].filter(({ level }) => level === 'error');
}

function pathsOf(
  record: DataRecord,
  { name, kind, fields = [] }: FieldModel,
  within: string,
): readonly string[] {
  const [path, value] = [`${within}/${name}`, record[name]];
  const holders: readonly [string, unknown][] =
    kind === 'rows' && Array.isArray(value)
      ? value.map((row, index) => [`${path}/${index}`, row])
      : kind === 'object'
        ? [[path, value ?? {}]]
        : [];
  const below = holders.flatMap(([at, holder]) =>
    fields.flatMap((field) => pathsOf(holder as DataRecord, field, at)),
  );
  return [path, ...below];
}
