/** Finds rules that no new record can satisfy, as far as this can be determined statically. */
import type { Access } from '../types/basicTypes.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import type { CheckRule, StateRule } from '../types/ruleTypes.ts';
import type { Compiler } from './compiler.ts';
import { onCreate } from './onCreate.ts';

/** Reviews the rules of every entity that a call can create. */
export function reviewCreation(model: Model, compiler: Compiler): void {
  const created = new Set(model.routes.filter(creates).map(({ entity }) => entity));
  for (const entity of model.entities.values()) {
    if (!created.has(entity.id) || isNobody(entity.policy.create)) continue;
    for (const rule of entity.rules.checks) reviewCheck(entity, rule, compiler);
    for (const rule of entity.rules.state) reviewState(entity, rule, compiler);
  }
}

/** An action that answers 201 creates a record of its entity. */
const creates = ({ operation, status }: RouteModel): boolean =>
  operation === 'create' || (operation === 'action' && status === 201);

/** A check that always fails for a new record prevents all creation. */
function reviewCheck(entity: EntityModel, rule: CheckRule, compiler: Compiler): void {
  const isJudged = rule.on.length === 0 || rule.on.includes('create');
  if (rule.level !== 'error' || rule.each || rule.denies || !isJudged) return;
  const applies = rule.when === undefined ? true : onCreate(rule.when);
  const holds = onCreate(rule.expression);
  if (applies !== true || holds === undefined || holds === true) return;
  compiler.error(
    { file: rule.file, path: `${rule.pointer}/check` },
    `The rule ${rule.id} refuses every new record of ${entity.id}: no value makes its condition hold. Correct the condition, or say when it is looked at.`,
    { code: 'forbids-creation', params: { rule: rule.id, entity: entity.id } },
  );
}

/** A required field that is read-only on create can never be filled in. */
function reviewState(entity: EntityModel, rule: StateRule, compiler: Compiler): void {
  if (rule.slot !== 'editable' || rule.each || onCreate(rule.expression) !== false) return;
  const isGiven = (name: string) =>
    entity.rules.values.some(({ field }) => field === name) ||
    entity.defaults.some(({ field }) => field === name);
  for (const name of rule.fields) {
    const field = entity.fieldByPath.get(name);
    if (!field || field.readOnly || field.default !== undefined || isGiven(name)) continue;
    if (!field.required && !isAlwaysRequired(entity, name)) continue;
    compiler.error(
      { file: rule.file, path: `${rule.pointer}/editable` },
      `${entity.id}.${name} must be filled in and can never be edited: nobody can create a record. Give it a default, or let it be edited.`,
      { code: 'needed-locked', params: { entity: entity.id, field: name } },
    );
  }
}

function isAlwaysRequired({ rules }: EntityModel, name: string): boolean {
  return rules.state.some(
    ({ slot, fields, each, expression }) =>
      slot === 'required' && !each && fields.includes(name) && onCreate(expression) === true,
  );
}

const isNobody = (access: Access): boolean => access.kind === 'feature' && access.anyOf.length === 0;
