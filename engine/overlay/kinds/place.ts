/** The place of a field on a form, in a list or among a list's filters. */
import { applyPlace } from '../applyPlace.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import { ownSections } from '../ownSections.ts';
import type { PlaceChange } from '../types.ts';
import { ofColumn } from './adjust.ts';
import { blockEntity, defineChange, fieldTitle, screenTitle } from './defineChange.ts';

export const placeKind = defineChange({
  kind: 'place',
  apply: applyPlace,
  order: inOrderOfNeighbours,
  base: declaredPlace,
  subject: ({ screen, block, as, field }, saying) => ({
    code: `place.${as}`,
    params: { title: fieldTitle(screen, block, field, saying), screen: screenTitle(screen, saying) },
  }),
  entities: ({ screen, block }, draft) => [{ entity: blockEntity(screen, block, draft), at: '/name' }],
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
    if (index >= 0) return { section: section.id, after: fields[index - 1] ?? '' };
  }
  return undefined;
}

/**
 * Orders places so that each neighbour comes before those that follow it. Several with the same neighbour end
 * up in order of their names, because the last one is inserted first. A cycle keeps the order of names, and
 * its first member finds no neighbour.
 */
function inOrderOfNeighbours(byName: readonly PlaceChange[]): readonly PlaceChange[] {
  const waiting = new Map(byName.map((place) => [keyOf(place, place.field), place]));
  const placed = byName.filter(({ after }) => after === undefined);
  const following = byName.filter(({ after }) => after !== undefined).reverse();
  const done: PlaceChange[] = [];
  const visit = (place: PlaceChange, trail: ReadonlySet<PlaceChange>): void => {
    if (done.includes(place) || trail.has(place)) return;
    const neighbour = place.after ? waiting.get(keyOf(place, place.after)) : undefined;
    if (neighbour) visit(neighbour, new Set([...trail, place]));
    done.push(place);
  };
  for (const place of [...placed, ...following]) visit(place, new Set());
  return done;
}

const keyOf = ({ screen, block, as }: PlaceChange, field: string): string =>
  `${screen} ${block} ${as} ${field}`;
