/** The words of an activity, as a change of the draft has them. */
import type { ActivityChange, ActivityModel, ActivityPart } from '#engine';

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

/** What an entity has, in the words of a change. */
export function shippedWords(activity: ActivityModel | undefined): Words {
  if (!activity) return {};
  const { comments, files, duplicate } = activity;
  const named = (access: NonNullable<typeof comments>['write']) =>
    access.kind === 'feature' && access.anyOf.length > 0
      ? { write: access.anyOf.length === 1 ? (access.anyOf[0] as string) : ([...access.anyOf] as never) }
      : {};
  return {
    ...(comments && { comments: named(comments.write) }),
    ...(files && { files: { ...named(files.write), count: files.count } }),
    ...(activity.followers && { followers: true }),
    ...(activity.restore && { restore: true }),
    ...(activity.related && { related: true }),
    ...(duplicate && { duplicate: { without: [...duplicate.without] } }),
    ...(activity.print && { print: true }),
    ...(activity.share && { share: true }),
  };
}
