/** Checks defaults of references: the store would refuse to publish one that does not exist. */
import type { EntityModel, FieldModel, OverlayFinding } from '#engine';
import { isAllowed } from '../operations/authorize.ts';
import type { Store } from '../store/types.ts';
import type { Step } from './publicationStep.ts';

/** New and changed defaults without a target. Targets that the person may not see are treated as missing. */
export async function defaultFindings(
  store: Pick<Store, 'get'>,
  { live, next, features }: Pick<Step, 'live' | 'next' | 'features'>,
): Promise<readonly OverlayFinding[]> {
  const findings: OverlayFinding[] = [];
  for (const entity of next.entities.values())
    for (const field of entity.fieldByPath.values()) {
      const target = next.entities.get(field.ref?.entity ?? '');
      if (!target || !isNew(field, live.entities.get(entity.id))) continue;
      const maySee = isAllowed(target.policy.view, features);
      if (maySee && (await allThere(store, live.entities.get(target.id), field.default))) continue;
      findings.push(finding(entity, field, maySee ? 'default-no-record' : 'not-yours-to-judge'));
    }
  return findings;
}

function isNew(field: FieldModel, before: EntityModel | undefined): boolean {
  const { default: given } = field;
  if (given === undefined || given === null || (Array.isArray(given) && given.length === 0)) return false;
  return JSON.stringify(before?.fieldByPath.get(field.path)?.default) !== JSON.stringify(given);
}

async function allThere(
  store: Pick<Store, 'get'>,
  target: EntityModel | undefined,
  given: unknown,
): Promise<boolean> {
  for (const id of [given].flat())
    if (typeof id !== 'string' || !target || !(await store.get(target.id, id))) return false;
  return true;
}

function finding({ id }: EntityModel, { path }: FieldModel, code: string): OverlayFinding {
  const name = `${id}.${path.split('.')[0]}`;
  const at = path.includes('.') ? '' : '/default';
  return { change: { kind: 'field', name }, at, level: 'error', code, params: { entity: id, field: path } };
}
