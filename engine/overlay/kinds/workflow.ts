/** A workflow: a new one, or additions to a shipped one that is open to changes. */
import { applyWorkflow } from '../applyWorkflow.ts';
import { defineChange, entityTitle, textsOf } from './defineChange.ts';

export const workflowKind = defineChange({
  kind: 'workflow',
  apply: applyWorkflow,
  base: ({ name, transitions }, draft) => {
    const shipped = draft.seen('behaviour', name)?.workflow;
    if (!shipped) return undefined;
    const own = new Set((Array.isArray(transitions) ? transitions : []).map((one) => one?.id));
    const known = shipped.transitions.filter(({ id }) => own.has(id));
    return {
      field: shipped.field,
      transitions: known.map(({ label, overlay: _overlay, then: _then, ...words }) => ({
        ...words,
        label: textsOf(label, undefined, draft),
      })),
    };
  },
  subject: ({ name }, saying) => ({ code: 'workflow', params: { entity: entityTitle(name, saying) } }),
  entities: ({ name }) => [{ entity: name, at: '/name' }],
  copied: (change, { from, to, feature }) => {
    if (change.name !== from) return undefined;
    const { transitions } = change;
    const steps = transitions?.map((step) => {
      const { access } = step;
      if (access === undefined) return step;
      const own = typeof access === 'string' ? feature(access) : access.map(feature);
      return { ...step, access: own as typeof access };
    });
    return { ...change, name: to, ...(steps && { transitions: steps as typeof transitions & object }) };
  },
  leavesWith: ({ name }, { entity }) => name === entity,
});
