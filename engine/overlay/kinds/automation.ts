/** An automation: a new one, or a shipped one that is open to changes. */
import type { Automation } from '../../declaration/types.generated.ts';
import { applyAutomation } from '../applyAutomation.ts';
import { entityOfName } from '../changeNames.ts';
import type { AutomationChange } from '../types.ts';
import { defineChange, entityTitle, ownText } from './defineChange.ts';

export const automationKind = defineChange({
  kind: 'automation',
  apply: applyAutomation,
  base: ({ name }, draft) => {
    const declared = draft.seen('behaviour', entityOfName({ name }))?.automations;
    const known = declared?.find(({ id }) => id === name);
    return known && wordsOf(known);
  },
  subject: (change, saying) => ({
    code: 'automation',
    params: {
      title: change.title ? ownText(change.title, saying) : change.name,
      entity: entityTitle(entityOfName(change), saying),
    },
  }),
  entities: (change) => [
    { entity: entityOfName(change), at: '/name' },
    ...written(change).map(([entity, at]) => ({ entity, at })),
  ],
  leavesWith: (change, { entity }) =>
    entityOfName(change) === entity || written(change).some(([one]) => one === entity),
});

type Step = NonNullable<AutomationChange['then']>[number];

/** The entities that steps name, with their places. A draft may hold anything where steps belong. */
function written({ then }: AutomationChange): readonly (readonly [string, string])[] {
  const inSteps = (steps: unknown, path: string): readonly (readonly [string, string])[] =>
    (Array.isArray(steps) ? steps : []).flatMap((step: Partial<Step> | null, index) => {
      const own = typeof step?.entity === 'string' ? [[step.entity, `${path}/${index}/entity`] as const] : [];
      return [...own, ...inSteps(step?.then, `${path}/${index}/then`)];
    });
  return inSteps(then, '/then');
}

function wordsOf({ id, open, overlay, $comment, ...words }: Automation): object {
  return words;
}
