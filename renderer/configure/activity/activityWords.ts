/** The words of an activity, as a change of the draft has them. */
import type { Access, ActivityChange, ActivityPart, EntityModel } from '#engine';

export type Words = ActivityChange['activity'];

export const isOn = (words: Words, part: ActivityPart): boolean =>
  words[part] !== undefined && words[part] !== false;

const initial = { comments: {}, files: {}, duplicate: {} } as const;

/** The words with a part switched on or off. */
export function withPart(words: Words, part: ActivityPart, on: boolean): Words {
  const { [part]: _, ...others } = words;
  if (!on) return others;
  return { ...others, [part]: part in initial ? initial[part as keyof typeof initial] : true };
}

/** What an entity has, in the words of a change. Rights that follow from its policy are not named. */
export function shippedWords({ activity, policy }: Pick<EntityModel, 'activity' | 'policy'>): Words {
  if (!activity) return {};
  const { comments, files, duplicate } = activity;
  const named = (access: Access, silent: Access) =>
    access.kind === 'feature' && access.anyOf.length > 0 && !sameAccess(access, silent)
      ? { write: access.anyOf.length === 1 ? (access.anyOf[0] as string) : ([...access.anyOf] as never) }
      : {};
  return {
    ...(comments && { comments: named(comments.write, policy.view) }),
    ...(files && { files: { ...named(files.write, policy.update), count: files.count } }),
    ...(activity.followers && { followers: true }),
    ...(activity.restore && { restore: true }),
    ...(activity.related && { related: true }),
    ...(duplicate && { duplicate: { without: [...duplicate.without] } }),
    ...(activity.print && { print: true }),
    ...(activity.share && { share: true }),
    ...(activity.historyYears !== undefined && { historyYears: activity.historyYears }),
  };
}

const sameAccess = (one: Access, other: Access): boolean =>
  one.kind === 'feature' && other.kind === 'feature' && one.anyOf.join() === other.anyOf.join();
