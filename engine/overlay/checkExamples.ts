/** Evaluates examples of rules and defaults of fields on the model with the overlay. */

import { type Parts, wholly } from '../parts.ts';
import { evaluateInParts } from '../rules/evaluateRecord.ts';
import { newRecord } from '../rules/newRecord.ts';
import type { Issue, RuleContext, Validators } from '../rules/types.ts';
import type { DataRecord, EntityModel, Model } from '../types/modelTypes.ts';
import { createAjv } from '../validation/createAjv.ts';
import { changeId, entityOfName, fieldOfChange } from './changeNames.ts';
import type { Change, FieldChange, OverlayFinding, RuleChange } from './types.ts';

/** An arbitrary date for evaluation. */
const exampleDay = '2026-01-15';

/** Whether a rule accepts a record: the criterion of examples, wherever they are tried. */
export function exampleHolds(
  model: Model,
  entity: EntityModel,
  rule: string,
  record: DataRecord,
  today = exampleDay,
): boolean {
  return wholly(holdsInParts(model, entity, rule, record, today));
}

function* holdsInParts(
  model: Model,
  entity: EntityModel,
  rule: string,
  record: DataRecord,
  today: string,
): Parts<boolean> {
  const issues = yield* judged(model, entity, record, today);
  return issues.every((issue) => issue.rule !== rule);
}

type Finding = Pick<OverlayFinding, 'at' | 'code' | 'params'>;

/** Examples that fail, and defaults that their own field refuses. */
export function* checkExamples(
  model: Model,
  changes: readonly Change[],
  today = exampleDay,
): Parts<readonly OverlayFinding[]> {
  const all: OverlayFinding[] = [];
  for (const change of changes) {
    const found = yield* findingsOf(model, change, today);
    for (const finding of found) all.push({ change: changeId(change), level: 'error', ...finding });
    yield;
  }
  return all;
}

function* findingsOf(model: Model, change: Change, today: string): Parts<readonly Finding[]> {
  if (change.kind === 'rule') return yield* ruleFindings(model, change, today);
  return change.kind === 'field' ? yield* defaultFindings(model, change, today) : [];
}

/** An example tests one rule; other rules and limits are ignored. */
function* ruleFindings(model: Model, change: RuleChange, today: string): Parts<readonly Finding[]> {
  const entity = model.entities.get(entityOfName(change));
  const found: Finding[] = [];
  if (!entity) return found;
  for (const [index, { title, record, holds }] of (change.examples ?? []).entries()) {
    if ((yield* holdsInParts(model, entity, change.name, { ...record }, today)) !== holds)
      found.push({
        at: `/examples/${index}`,
        code: holds ? 'example-refused' : 'example-accepted',
        params: { title },
      });
    yield;
  }
  return found;
}

function* defaultFindings(model: Model, change: FieldChange, today: string): Parts<readonly Finding[]> {
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
  const issues = yield* judged(model, entity, newRecord(entity, contextOf(model, today)), today);
  const issue = issues.find(({ rule, path }) => rules.has(rule) && path === `/${name}`);
  return issue ? [{ at: '/default', code: 'default-breaks', params: { rule: issue.rule } }] : [];
}

function* judged(model: Model, entity: EntityModel, record: object, today: string): Parts<readonly Issue[]> {
  const all = yield* evaluateInParts(entity, { ...record }, contextOf(model, today), noValidators(entity));
  return all.issues;
}

/** Limits are not tested here. */
const noValidators = ({ id, fieldByPath }: EntityModel): Validators => ({
  [id]: Object.fromEntries([...fieldByPath.keys()].map((path) => [path, () => []])),
});

/** A user with all features on an arbitrary date. */
function contextOf(model: Model, today: string): RuleContext {
  const user = { Id: '', UserName: '', DisplayName: '', Roles: [], Features: [...model.features.keys()] };
  return { model, user, today, now: `${today}T12:00:00Z`, locale: 'en-CA', action: 'create' };
}

function fits(schema: object, value: unknown): boolean {
  return createAjv().validate(schema, value) === true;
}
