/** Automations that would do with others' rights what their publisher may not do. */
import {
  type AutomationModel,
  type EntityModel,
  type Model,
  type OverlayFinding,
  recipientKind,
  type StepModel,
  templateUses,
} from '#engine';
import { conditionBeyond } from '../automations/asSeen.ts';
import { outsideFeature } from '../automations/tell.ts';
import { mayWrite } from '../automations/writes.ts';
import { isAllowed } from '../operations/authorize.ts';
import { seesEvery } from '../operations/rowLimits.ts';
import type { Step } from './publicationStep.ts';

/** Checks new and changed automations; restoring an earlier release brings back what was judged then. */
export function automationsBeyond(step: Step): readonly OverlayFinding[] {
  if (step.others) return [];
  return [...step.next.entities.values()].flatMap((entity) =>
    entity.automations
      .filter(
        (automation) => !automation.off && automation.overlay !== undefined && isNew(step.live, automation),
      )
      .flatMap((automation) =>
        automation.owner === undefined
          ? [...systemBeyond(step, automation), ...tellsBeyond(step, automation)]
          : [...notTheirs(step, automation), ...tellsBeyond(step, automation)],
      ),
  );
}

function isNew({ entities }: Model, { entity, id, said }: AutomationModel): boolean {
  const known = entities.get(entity)?.automations.find((one) => one.id === id);
  return known?.said !== said || known.off;
}

function notTheirs({ user }: Step, automation: AutomationModel): readonly OverlayFinding[] {
  const { owner = '' } = automation;
  return owner === user.UserName ? [] : [finding(automation, '/owner', 'automation-not-yours', { owner })];
}

/** Whether its condition holds is told by its runs, no matter whose rights they have. */
function tellsBeyond({ next, user, features }: Step, automation: AutomationModel): readonly OverlayFinding[] {
  const field = conditionBeyond(next, automation, { user, features });
  if (field === undefined) return [];
  return [finding(automation, '/if', 'not-yours-to-read', { rule: automation.id, field })];
}

/** With the rights of the system it may do only what its publisher may do by hand, for every record. */
function systemBeyond(step: Step, automation: AutomationModel): readonly OverlayFinding[] {
  const said = saidWithTemplates(step, automation);
  const beyond = partsOf(step.next, automation).flatMap((part) => {
    const what = closed(step, said, part);
    return what ? [finding(automation, '/owner', 'automation-beyond', { entity: part.entity.id, what })] : [];
  });
  return beyond.slice(0, 5);
}

/** All that it says, and what its email templates say. */
function saidWithTemplates({ next, templates }: Step, { id, said }: AutomationModel): string {
  const used = templateUses(next).filter(({ automation }) => automation.id === id);
  const texts = used.flatMap(({ template }) => Object.values(templates?.get(template) ?? {}));
  return [said, ...texts.filter((text) => typeof text === 'string')].join('\n');
}

type Part = { readonly entity: EntityModel; readonly step?: StepModel };

/** The entities that it reads or writes. */
function partsOf({ entities }: Model, automation: AutomationModel): readonly Part[] {
  const subject = entities.get(automation.entity) as EntityModel;
  const inSteps = (steps: readonly StepModel[], entity: EntityModel): readonly Part[] =>
    steps.flatMap((step) => {
      const target = entities.get(step.target ?? step.entity ?? '') ?? entity;
      return [{ entity: target, step }, ...(step.do === 'each' ? inSteps(step.then, target) : [])];
    });
  return [{ entity: subject }, ...inSteps(automation.then, subject)];
}

/** What is closed to the publisher, if anything. */
function closed({ next, features, user }: Step, said: string, { entity, step }: Part): string | undefined {
  if (!isAllowed(entity.policy.view, features)) return entity.id;
  if (!seesEvery(next, entity.id, { user, features })) return entity.id;
  const around = [
    entity,
    ...entity.fields.flatMap(({ ref }) => (ref && next.entities.get(ref.entity)) || []),
  ];
  for (const one of around)
    for (const [name, { view }] of Object.entries(one.policy.fields)) {
      const as = one.fieldByPath.get(name)?.expand?.as ?? name;
      if (view && !isAllowed(view, features) && (names(said, name) || names(said, as)))
        return `${one.id}.${name}`;
    }
  return step && closedStep(next, features, { entity, step });
}

const names = (said: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(said);

function closedStep(
  model: Model,
  features: ReadonlySet<string>,
  { entity, step }: Required<Part>,
): string | undefined {
  const { do: kind } = step;
  if ((kind === 'set' || kind === 'change') && !mayWrite(model, entity, 'update', features)) return entity.id;
  if (kind === 'create' && !mayWrite(model, entity, 'create', features)) return entity.id;
  const taken = entity.workflow?.transitions.find(
    ({ id }) => kind === 'transition' && id === step.transition,
  );
  if (taken && !isAllowed(taken.access, features)) return taken.id;
  for (const name of Object.keys(step.fields)) {
    const write = entity.policy.fields[name]?.write;
    if (write && !isAllowed(write, features)) return name;
  }
  const isOutside = step.to.some(
    ({ address, field = '' }) =>
      address !== undefined || recipientKind(entity.fieldByPath.get(field)) === 'address',
  );
  return (kind === 'call' || (kind === 'mail' && isOutside)) && !features.has(outsideFeature)
    ? outsideFeature
    : undefined;
}

function finding(
  { id }: AutomationModel,
  at: string,
  code: string,
  params: OverlayFinding['params'],
): OverlayFinding {
  return { change: { kind: 'automation', name: id }, at, level: 'error', code, params };
}
