/** Switches on what people can do around the records of an entity, and shows it on their pages. */
import type { BehaviourDeclaration, ScreenDeclaration } from '../declaration/types.generated.ts';
import { activityParts } from '../types/activityTypes.ts';
import { behaviourOf } from './addRule.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { ActivityChange } from './types.ts';

type Activity = NonNullable<BehaviourDeclaration['activity']>;

export function applyActivity(change: ActivityChange, draft: DeclarationDraft): void {
  const { name, activity } = change;
  const entity = draft.seen('entity', name);
  if (!entity) {
    draft.report(change, 'no-entity', { at: '/name', params: { entity: name } });
    return;
  }
  const words: Activity = { ...(activity as Activity) };
  for (const word of ['restore', 'historyYears'] as const) {
    if (!words[word] || entity['x-history'] === true) continue;
    draft.report(change, 'activity-history', { at: `/activity/${word}` });
    delete words[word];
  }
  for (const [index, field] of (words.duplicate?.without ?? []).entries())
    if (!Object.hasOwn(entity.properties, field)) {
      const at = `/activity/duplicate/without/${index}`;
      draft.report(change, 'no-field', { at, params: { entity: name, field } });
      delete words.duplicate;
    }
  behaviourOf(name, draft).activity = draft.mark(words, change);
  if (activityParts.some((part) => words[part]))
    for (const { json } of draft.all('screen')) place(json, change, draft);
}

/** The id of the block, and of its group on a page with groups. */
const [blockId, groupId] = ['record-activity', 'activity'];

/** Adds the block to a page that shows one record of the entity in a form, unless it is there. */
function place({ id, blocks }: ScreenDeclaration, change: ActivityChange, draft: DeclarationDraft): void {
  const { name } = change;
  const record = blocks.flatMap((block) =>
    block.kind === 'form' && block.entity === name && block.record !== undefined ? [block.record] : [],
  )[0];
  const isShown = blocks.some(
    (block) => block.kind === 'widget' && block.widget === 'activity' && block.options?.entity === name,
  );
  const screen = record === undefined || isShown ? undefined : draft.named('screen', id)?.json;
  if (!screen) return;
  const block = {
    ...({ kind: 'widget', id: blockId, title: 'activity.title', widget: 'activity' } as const),
    ...{ lazy: true, options: { entity: name, record } },
  };
  screen.blocks = [...screen.blocks, draft.mark(block, change)] as typeof screen.blocks;
  if (screen.groups)
    screen.groups = [
      ...screen.groups,
      draft.mark({ id: groupId, title: 'activity.title', blocks: [blockId] }, change),
    ] as unknown as typeof screen.groups;
}
