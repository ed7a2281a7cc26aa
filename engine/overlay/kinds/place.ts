/** The place of a field on a form, in a list or among a list's filters. */
import type { Section } from '../../declaration/types.generated.ts';
import { applyPlace } from '../applyPlace.ts';
import { placeName } from '../changeNames.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import { afterNeighbours } from '../inOrderOfNeighbours.ts';
import { ownSections } from '../ownSections.ts';
import type { PlaceChange } from '../types.ts';
import { ofColumn } from './adjust.ts';
import { blockEntity, defineChange, fieldTitle, screenTitle } from './defineChange.ts';

export const placeKind = defineChange({
  kind: 'place',
  apply: applyPlace,
  order: (changes) => afterNeighbours(changes, keyOf),
  base: declaredPlace,
  subject: ({ screen, block, as, field }, saying) => ({
    code: `place.${as}`,
    params: { title: fieldTitle(screen, block, field, saying), screen: screenTitle(screen, saying) },
  }),
  entities: ({ screen, block }, draft) => [{ entity: blockEntity(screen, block, draft), at: '/name' }],
  copied: (change, { screen }) => {
    const own = screen(change.screen);
    if (own === undefined) return undefined;
    const moved = { ...change, screen: own };
    return { ...moved, name: placeName(moved) };
  },
  leavesWith: ({ screen, block, field }, { screens, leadsThere, entityOf }) =>
    screens.has(screen) || leadsThere(entityOf(screen, block), field),
  neighbour: ({ screen, block }, path, saying) => fieldTitle(screen, block, path, saying),
});

function declaredPlace(change: PlaceChange, draft: DeclarationDraft): object | undefined {
  const found = draft.seen('screen', change.screen)?.blocks.find(({ id }) => id === change.block);
  if (change.as === 'column') return ofColumn(change.screen, change.block, change.field, draft);
  if (!found || change.as === 'filter') {
    const filters = found?.kind === 'grid' ? (found.filters ?? []) : [];
    const index = filters.findIndex(({ path }) => path === change.field);
    return filters[index] && { operator: filters[index].operator, after: filters[index - 1]?.path ?? '' };
  }
  const sections = ownSections(found);
  for (const section of Array.isArray(sections) ? sections : []) {
    const fields = section.items.map((one) => (typeof one === 'string' ? one : one.field));
    const index = fields.indexOf(change.field);
    if (index >= 0)
      return { ...shownAs(section.items[index]), section: section.id, after: fields[index - 1] ?? '' };
  }
  return undefined;
}

const keyOf = ({ screen, block, as, field }: PlaceChange, neighbour = field): string =>
  `${screen} ${block} ${as} ${neighbour}`;

/** The declared words of an item that a placement may replace. */
function shownAs(item: Section['items'][number] | undefined) {
  if (item === undefined || typeof item === 'string') return {};
  const { span, twelfths, readOnly, visible } = item;
  return {
    ...(span && { span }),
    ...(twelfths && { twelfths }),
    ...(readOnly && { readOnly }),
    ...(visible && { visible }),
  };
}
