/** A widget on a screen, which its declaration offers to configurators. */
import { applyBlock, blockEntityId } from '../applyBlock.ts';
import { blockOfName } from '../changeNames.ts';
import { afterNeighbours } from '../inOrderOfNeighbours.ts';
import { pageRecord } from '../pageRecord.ts';
import { defineChange, ownText, type Saying, screenTitle, textAt } from './defineChange.ts';

export const blockKind = defineChange({
  kind: 'block',
  adds: true,
  apply: applyBlock,
  order: (changes) =>
    afterNeighbours(changes, (change, block = blockOfName(change).block) => {
      return `${blockOfName(change).screen} ${block}`;
    }),
  subject: (change, saying) => ({
    code: 'block',
    params: {
      title: ownText(change.title, saying),
      screen: screenTitle(blockOfName(change).screen, saying),
    },
  }),
  entities: (change, draft) => {
    const shown = blockEntityId(change);
    const screen = draft.seen('screen', blockOfName(change).screen);
    const page = screen && pageRecord(screen);
    return [
      ...(shown === undefined ? [] : [{ entity: shown, at: '/settings/entity' }]),
      ...(page ? [{ entity: page.entity, at: '/name' }] : []),
    ];
  },
  copied: (change, { from, to, screen }) => {
    const { screen: id, block } = blockOfName(change);
    const own = screen(id);
    const isOwn = blockEntityId(change) === from;
    // Records of others refer to the entity, not to its copy; its own refer to the copy there.
    if (own === undefined || (change.by !== undefined && !isOwn)) return undefined;
    const settings = isOwn ? { ...change.settings, entity: to } : change.settings;
    return { ...change, name: `${own}.${block}`, settings };
  },
  leavesWith: (change, { entity, screens }) =>
    blockEntityId(change) === entity || screens.has(blockOfName(change).screen),
  neighbour: (change, id, saying) => blockTitle(blockOfName(change).screen, id, saying),
});

function blockTitle(screen: string, id: string, saying: Saying): string {
  const title = saying.model.screens.get(screen)?.blocks.find((block) => block.id === id)?.title;
  return title && 'message' in title ? textAt(title.message, saying) : id;
}
