/** Automations that start each other, found in their declarations. */
import type { AutomationModel, StepModel } from '../types/automationTypes.ts';

type AutomationLoop = {
  /** Ids along the loop; the first one closes it. */
  readonly names: readonly string[];
  readonly automation: AutomationModel;
  /** Nothing can end it: each starts the next without a condition. */
  readonly isCertain: boolean;
};

/** Each loop once, at the automation whose name comes first. */
export function automationLoops(all: readonly AutomationModel[]): readonly AutomationLoop[] {
  const running = all.filter(({ off }) => !off);
  const next = new Map(running.map((one) => [one, running.filter((other) => starts(one, other))]));
  const loops: AutomationLoop[] = [];
  for (const automation of running) {
    const path = shortestBack(automation, next);
    if (!path || path.some(({ id }) => id < automation.id)) continue;
    const isCertain = path.every((one) => one.if === undefined && !hasConditions(one.then));
    loops.push({ names: [...path, automation].map(({ id }) => id), automation, isCertain });
  }
  return loops;
}

function shortestBack(
  from: AutomationModel,
  next: ReadonlyMap<AutomationModel, readonly AutomationModel[]>,
): readonly AutomationModel[] | undefined {
  const seen = new Set<AutomationModel>();
  let paths: readonly (readonly AutomationModel[])[] = [[from]];
  while (paths.length > 0) {
    const longer: (readonly AutomationModel[])[] = [];
    for (const path of paths)
      for (const one of next.get(path.at(-1) as AutomationModel) ?? []) {
        if (one === from) return path;
        if (seen.has(one)) continue;
        seen.add(one);
        longer.push([...path, one]);
      }
    paths = longer;
  }
  return undefined;
}

type Effect = {
  readonly entity: string;
  readonly kind: 'created' | 'changed';
  readonly fields: readonly string[];
};

/** Whether what one does can start the other. */
function starts(one: AutomationModel, { entity, when }: AutomationModel): boolean {
  return effectsOf(one.then, one.entity, one.entity).some((effect) => {
    if (effect.entity !== entity && effect.entity !== '*') return false;
    if (when.on === 'created') return effect.kind === 'created';
    if (when.on === 'saved' || when.on === 'became')
      return effect.kind === 'created' || touches(effect, when.fields);
    return when.on === 'changed' && effect.kind === 'changed' && touches(effect, when.fields);
  });
}

const touches = ({ fields }: Effect, watched: readonly string[]): boolean =>
  watched.length === 0 || fields.length === 0 || fields.some((name) => watched.includes(name));

function effectsOf(steps: readonly StepModel[], entity: string, root: string): readonly Effect[] {
  return steps.flatMap((step): readonly Effect[] => {
    const fields = Object.keys(step.fields);
    if (step.do === 'set') return [{ entity, kind: 'changed', fields }];
    if (step.do === 'create') return [{ entity: step.entity ?? '', kind: 'created', fields }];
    if (step.do === 'change') return [{ entity: step.target ?? '', kind: 'changed', fields }];
    if (step.do === 'transition') return [{ entity, kind: 'changed', fields: [] }];
    return step.do === 'each' ? effectsOf(step.then, step.entity ?? '', root) : [];
  });
}

const hasConditions = (steps: readonly StepModel[]): boolean =>
  steps.some(
    (step) => step.if !== undefined || step.do === 'stop' || step.do === 'wait' || hasConditions(step.then),
  );
