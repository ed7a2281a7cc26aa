/** A new section of a form. */
import { applySection } from '../applySection.ts';
import { sectionOfName } from '../changeNames.ts';
import { afterNeighbours } from '../inOrderOfNeighbours.ts';
import { blockEntity, defineChange, ownText, screenTitle } from './defineChange.ts';

export const sectionKind = defineChange({
  kind: 'section',
  adds: true,
  apply: applySection,
  order: (changes) =>
    afterNeighbours(changes, (change, section = sectionOfName(change).section) => {
      const { screen, block } = sectionOfName(change);
      return `${screen} ${block} ${section}`;
    }),
  subject: (change, saying) => {
    const { screen, section } = sectionOfName(change);
    const title = change.title && ownText(change.title, saying);
    return { code: 'section', params: { title: title || section, screen: screenTitle(screen, saying) } };
  },
  entities: (change, draft) => {
    const { screen, block } = sectionOfName(change);
    return [{ entity: blockEntity(screen, block, draft), at: '/name' }];
  },
  copied: (change, { screen }) => {
    const { screen: id, block, section } = sectionOfName(change);
    const own = screen(id);
    return own === undefined ? undefined : { ...change, name: `${own}.${block}.${section}` };
  },
  leavesWith: (change, { screens }) => screens.has(sectionOfName(change).screen),
});
