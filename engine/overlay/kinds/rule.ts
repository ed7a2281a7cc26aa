/** A rule: a new one, or a shipped one that is open to changes. */
import type { Rule } from '../../declaration/types.generated.ts';
import { applyRule } from '../applyRule.ts';
import { entityOfName, fieldOfChange } from '../changeNames.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import { defineChange, entityTitle, ownText, textsOf } from './defineChange.ts';

export const ruleKind = defineChange({
  kind: 'rule',
  apply: applyRule,
  base: ({ name }, draft) => {
    const rule = draft.seen('behaviour', entityOfName({ name }))?.rules?.find(({ id }) => id === name);
    return rule && declaredRule(rule, draft);
  },
  subject: (change, saying) => ({
    code: 'rule',
    // People know a rule by its message; its name is for files.
    params: {
      title: change.message ? ownText(change.message, saying) : change.name,
      entity: entityTitle(entityOfName(change), saying),
    },
  }),
  entities: (change) => [{ entity: entityOfName(change), at: '/name' }],
  copied: (change, { from, to }) =>
    entityOfName(change) === from ? { ...change, name: `${to}.${fieldOfChange(change).field}` } : undefined,
  leavesWith: (change, { entity, leadsThere }) =>
    entityOfName(change) === entity ||
    (typeof change.field === 'string' &&
      leadsThere(entityOfName(change), change.each ? `${change.each}.${change.field}` : change.field)),
});

/** The message of a rule as texts, as in a change. */
function declaredRule({ id, open, overlay, message, ...words }: Rule, draft: DeclarationDraft): object {
  const said = message === undefined ? undefined : textsOf(message, undefined, draft);
  return { ...words, ...(said && { message: said }) };
}
