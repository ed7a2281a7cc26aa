/** The examples of rules, and the defaults of fields, tried on the model they are part of. */

import type { DataRecord, EntityModel, Model } from '../model/types.ts';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { newRecord } from '../rules/newRecord.ts';
import type { Issue, RuleContext, Validators } from '../rules/types.ts';
import { createAjv } from '../validation/createAjv.ts';
import { changeId, entityOfName, fieldOfChange } from './changeNames.ts';
import type { Change, FieldChange, OverlayFinding, RuleChange } from './types.ts';

/** As good a day as any to try rules on. */
const exampleDay = '2026-01-15';

/** Whether a rule has nothing to say against a record: how a publication judges an example, wherever it is asked. */
export function exampleHolds(
  model: Model,
  entity: EntityModel,
  rule: string,
  record: DataRecord,
  today = exampleDay,
): boolean {
  return judged(model, entity, record, today).every((issue) => issue.rule !== rule);
}

type Finding = Pick<OverlayFinding, 'at' | 'code' | 'params'>;

/** Examples that do not hold, and defaults that their own field refuses. */
export function checkExamples(
  model: Model,
  changes: readonly Change[],
  today = exampleDay,
): readonly OverlayFinding[] {
  return changes.flatMap((change) => {
    const found = findingsOf(model, change, today);
    return found.map((finding) => ({ change: changeId(change), level: 'error' as const, ...finding }));
  });
}

function findingsOf(model: Model, change: Change, today: string): readonly Finding[] {
  if (change.kind === 'rule') return ruleFindings(model, change, today);
  return change.kind === 'field' ? defaultFindings(model, change, today) : [];
}

/** An example speaks of one rule: what other rules and limits say of its record does not count. */
function ruleFindings(model: Model, change: RuleChange, today: string): readonly Finding[] {
  const entity = model.entities.get(entityOfName(change));
  return (change.examples ?? []).flatMap(({ title, record, holds }, index) => {
    if (!entity) return [];
    if (exampleHolds(model, entity, change.name, { ...record }, today) === holds) return [];
    return [
      { at: `/examples/${index}`, code: holds ? 'example-refused' : 'example-accepted', params: { title } },
    ];
  });
}

function defaultFindings(model: Model, change: FieldChange, today: string): readonly Finding[] {
  const { entity: id, field: name } = fieldOfChange(change);
  const entity = model.entities.get(id);
  const field = entity?.fieldByPath.get(name);
  if (!entity || !field || field.default === undefined) return [];
  if (!fits(field.schema, field.default))
    return [
      { at: '/default', code: 'default-invalid', params: { value: String(JSON.stringify(field.default)) } },
    ];
  const rules = new Set(
    entity.rules.checks.filter(({ overlay }) => overlay !== undefined).map((rule) => rule.id),
  );
  const issue = judged(model, entity, newRecord(entity, contextOf(model, today)), today).find(
    ({ rule, path }) => rules.has(rule) && path === `/${name}`,
  );
  return issue ? [{ at: '/default', code: 'default-breaks', params: { rule: issue.rule } }] : [];
}

function judged(model: Model, entity: EntityModel, record: object, today: string): readonly Issue[] {
  return evaluateRecord(entity, { ...record }, contextOf(model, today), noValidators(entity)).issues;
}

/** Limits are not what is tried here. */
const noValidators = ({ id, fieldByPath }: EntityModel): Validators => ({
  [id]: Object.fromEntries([...fieldByPath.keys()].map((path) => [path, () => []])),
});

/** Somebody who may everything, on a day that is as good as any. */
function contextOf(model: Model, today: string): RuleContext {
  const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [...model.features.keys()] };
  return { model, user, today, now: `${today}T12:00:00Z`, locale: 'en-CA', action: 'create' };
}

function fits(schema: object, value: unknown): boolean {
  return createAjv().validate(schema, value) === true;
}
