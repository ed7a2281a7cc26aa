/** A public form: a new one, or a shipped one that is open to changes. */
import type { PublicForm } from '../../declaration/types.generated.ts';
import { applyPublicForm } from '../applyPublicForm.ts';
import { entityOfName } from '../changeNames.ts';
import { defineChange, entityTitle, ownText } from './defineChange.ts';

export const publicFormKind = defineChange({
  kind: 'publicForm',
  apply: applyPublicForm,
  base: ({ name }, draft) => {
    const declared = draft.seen('behaviour', entityOfName({ name }))?.publicForms;
    const known = declared?.find(({ id }) => id === name);
    return known && wordsOf(known);
  },
  subject: (change, saying) => ({
    code: 'publicForm',
    params: {
      title: change.title ? ownText(change.title, saying) : change.name,
      entity: entityTitle(entityOfName(change), saying),
    },
  }),
  entities: (change) => [{ entity: entityOfName(change), at: '/name' }],
  leavesWith: (change, { entity }) => entityOfName(change) === entity,
});

function wordsOf({ id, open, overlay, $comment, ...words }: PublicForm): object {
  return words;
}
