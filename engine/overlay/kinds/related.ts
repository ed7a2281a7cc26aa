/** A list of related records on the page of a record. */
import { applyRelated } from '../applyRelated.ts';
import { blockOfName } from '../changeNames.ts';
import { defineChange, ownText, screenTitle, textAt } from './defineChange.ts';

export const relatedKind = defineChange({
  kind: 'related',
  adds: true,
  apply: applyRelated,
  subject: (change, saying) => ({
    code: 'related',
    params: {
      title: change.title ? ownText(change.title, saying) : textAt(`entity.${change.of}.plural`, saying),
      screen: screenTitle(blockOfName(change).screen, saying),
    },
  }),
  entities: ({ of }) => [{ entity: of, at: '/of' }],
  copied: (change, { from, screen }) => {
    const { screen: id, block } = blockOfName(change);
    const own = screen(id);
    // A list of the copied entity on the page of another stays as it is.
    return own === undefined || change.of === from ? undefined : { ...change, name: `${own}.${block}` };
  },
  leavesWith: (change, { entity, screens }) =>
    change.of === entity || screens.has(blockOfName(change).screen),
});
