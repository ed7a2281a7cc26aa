/** Prevents privilege escalation: configuring must not give people access they do not have. */

import {
  type Access,
  type EntityModel,
  type FieldModel,
  kinds,
  type Model,
  type OverlayFinding,
  sameValue,
} from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import { automationsBeyond } from './automationsBeyond.ts';
import { formsBeyond } from './formsBeyond.ts';
import { historyBeyond } from './historyEffects.ts';
import { linksBeyond } from './linksBeyond.ts';
import type { Step } from './publicationStep.ts';
import { readsBeyond } from './readsBeyond.ts';
import { rightsBeyond } from './rightsBeyond.ts';
import { statesBeyond } from './statesBeyond.ts';
import { stepsBeyond } from './stepsBeyond.ts';

/** All findings about access that the person may not grant. */
export function escalations(step: Step): readonly OverlayFinding[] {
  const again = step.earlier?.flatMap((was) => opensAgain(step, was)) ?? [];
  return [
    ...rightsBeyond(step),
    ...viewsBeyond(step),
    ...opensBeyond(step),
    ...rowsBeyond(step),
    ...readsBeyond(step),
    ...stepsBeyond(step),
    ...statesBeyond(step),
    ...linksBeyond(step),
    ...automationsBeyond(step),
    ...formsBeyond(step),
    ...historyBeyond(step),
    ...again,
  ];
}

/** Otherwise, removing and restoring a field or an entity in two publications would reset its access rule. */
function opensAgain(step: Step, was: Model): readonly OverlayFinding[] {
  const earlier = { ...step, live: was };
  const fields = opensBeyond(earlier).filter(({ change, params: { field } }) => {
    const [entity = ''] = change?.name.split('.') ?? [];
    return !step.live.entities.get(entity)?.fieldByPath.has(String(field));
  });
  const rows = rowsBeyond(earlier).filter(({ change }) => !step.live.entities.has(change?.name ?? ''));
  return [...fields, ...rows];
}

/**
 * New or wider references to records the person may not see, since answers would show their content.
 * References to a new entity are fine: it has no records yet.
 */
function viewsBeyond({ live, next, features, earlier = [] }: Step): readonly OverlayFinding[] {
  const isKnown = (id: string) => [live, ...earlier].some(({ entities }) => entities.has(id));
  return [...next.entities.values()].flatMap((entity) => {
    const known = live.entities.get(entity.id)?.fieldByPath;
    const changed = [...entity.fieldByPath.values()].filter(
      (field) => field.ref && isKnown(field.ref.entity) && !showsTheSame(field, known?.get(field.path)),
    );
    return changed
      .filter((field) => !showsNothingNew(field) && !maySeeTarget(field, next, features))
      .map((field) => ({
        change: { kind: 'field', name: `${entity.id}.${field.path.split('.')[0]}` } as const,
        at: `${placeInChange(entity, field)}/reference`,
        level: 'error' as const,
        code: 'not-yours-to-show',
        params: { entity: field.ref?.entity ?? '', field: field.path },
      }));
  });
}

/** A nested field is placed in the change of its list. */
function placeInChange({ fieldByPath }: EntityModel, { path, name }: FieldModel): string {
  const list = fieldByPath.get(path.slice(0, -name.length - 1));
  return list ? `/fields/${list.fields?.findIndex((field) => field.name === name)}` : '';
}

function showsTheSame({ ref, expand, account }: FieldModel, before: FieldModel | undefined): boolean {
  const isSameTarget = before?.ref?.entity === ref?.entity && sameValue(before?.account, account);
  return isSameTarget && sameValue(before?.expand?.fields, expand?.fields);
}

/** Fields whose access rule is changed by someone who may not see them. */
function opensBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...live.entities.values()].flatMap((was) => {
    const is = next.entities.get(was.id);
    return Object.entries(was.policy.fields).flatMap(([name, { view }]) => {
      if (!view || isAllowed(view, features) || !is?.fieldByPath.has(name)) return [];
      if (sameValue(view, is.policy.fields[name]?.view)) return [];
      const change = { kind: 'field', name: `${was.id}.${name}` } as const;
      return [
        { change, at: '/view', level: 'error' as const, code: 'not-yours-to-open', params: { field: name } },
      ];
    });
  });
}

/**
 * Everyone who signs in may know the names of people, but not who has a role or a right. A file is put into
 * a record only by someone who may see it.
 */
const showsNothingNew = ({ kind, account }: FieldModel): boolean =>
  kinds[kind].refersTo === 'file' || (account !== undefined && !account.roles && !account.feature);

/** Another row access of records that are not all visible to the person, who could open the others with it. */
function rowsBeyond({ live, next, features }: Step): readonly OverlayFinding[] {
  return [...live.entities.values()].flatMap(({ id, rowAccess }) => {
    const is = next.entities.get(id);
    if (!rowAccess || !is || sameValue(rowAccess, is.rowAccess)) return [];
    if (rowAccess.unless && features.has(rowAccess.unless.feature)) return [];
    const change = { kind: 'entity', name: id } as const;
    return [
      { change, at: '/rows', level: 'error' as const, code: 'not-yours-to-widen', params: { entity: id } },
    ];
  });
}

function maySeeTarget({ ref, expand }: FieldModel, model: Model, features: ReadonlySet<string>): boolean {
  const target = model.entities.get(ref?.entity ?? '');
  if (!target || !isAllowed(target.policy.view, features)) return false;
  return (expand?.fields ?? []).every((name) => isAllowed(fieldView(target, name), features));
}

function fieldView({ policy }: EntityModel, path: string): Access {
  return policy.fields[path.split('.')[0] ?? '']?.view ?? { kind: 'login' };
}
