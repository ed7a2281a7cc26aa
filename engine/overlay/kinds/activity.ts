/** What people can do around the records of an entity: comments, files, followers and so on. */
import { applyActivity } from '../applyActivity.ts';
import { defineChange, entityTitle } from './defineChange.ts';

export const activityKind = defineChange({
  kind: 'activity',
  apply: applyActivity,
  base: ({ name }, draft) => {
    const shipped = draft.seen('behaviour', name)?.activity;
    return shipped && { activity: shipped };
  },
  subject: ({ name }, saying) => ({ code: 'activity', params: { entity: entityTitle(name, saying) } }),
  entities: ({ name }) => [{ entity: name, at: '/name' }],
  copied: (change, { from, to }) => (change.name === from ? { ...change, name: to } : undefined),
  leavesWith: ({ name }, { entity }) => name === entity,
});
