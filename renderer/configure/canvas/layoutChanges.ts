/** The changes of the draft that make a layout of the canvas. */
import {
  type AdjustChange,
  type Change,
  type PlaceChange,
  placeName,
  type SectionChange,
  sameJson,
} from '#engine';
import { findChange } from '../changes.ts';
import type { Layout, Part } from './layout.ts';

export type Where = { readonly screen: string; readonly block: string };
export type ItemWords = Partial<Pick<PlaceChange, 'twelfths' | 'readOnly' | 'visible'>>;

type Asked = Where & {
  readonly layout: Layout;
  /** Parts that were moved, added or changed. */
  readonly touched: readonly Part[];
  readonly changes: readonly Change[];
  /** New words of a touched item; those that are undefined are removed. */
  readonly words?: ItemWords;
};

/**
 * The changes that put the touched parts where the layout has them. Other changes that named a neighbour name
 * their present one, so that nothing else moves.
 */
export function layoutChanges(asked: Asked): readonly Change[] {
  const { layout } = asked;
  const made = [
    ...layout.sections.flatMap(({ id, items }) =>
      placesOf(
        'item',
        items.map(({ field }) => field),
        asked,
        id,
      ),
    ),
    ...placesOf(
      'column',
      layout.columns.map(({ path }) => path),
      asked,
    ),
    ...placesOf(
      'filter',
      layout.filters.map(({ path }) => path),
      asked,
    ),
    ...sectionsOf(asked),
  ];
  return made.filter((change) => !sameJson(change, findChange(asked.changes, change.kind, change.name)));
}

const isTouched = ({ touched }: Asked, kind: Part['kind'], id: string): boolean =>
  touched.some((part) => part.kind === kind && part.id === id);

function placesOf(
  as: PlaceChange['as'],
  fields: readonly string[],
  asked: Asked,
  section?: string,
): readonly PlaceChange[] {
  return fields.flatMap((field, index): readonly PlaceChange[] => {
    const known = placeOf(asked, as, field);
    const isMine = isTouched(asked, as, field);
    if (!isMine && known?.after === undefined) return [];
    const { remove: _, ...before } = known ?? newPlace(asked, as, field);
    const spot = { ...(section !== undefined && { section }), after: fields[index - 1] ?? '' };
    return [withWords({ ...before, ...spot }, isMine && as === 'item' ? asked.words : undefined)];
  });
}

function withWords(change: PlaceChange, words: ItemWords = {}): PlaceChange {
  const all = Object.entries({ ...change, ...words }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as unknown as PlaceChange;
}

export function placeOf(
  { changes, screen, block }: Where & Pick<Asked, 'changes'>,
  as: PlaceChange['as'],
  field: string,
) {
  return findChange(changes, 'place', placeName({ screen, block, as, field }));
}

export function newPlace({ screen, block }: Where, as: PlaceChange['as'], field: string): PlaceChange {
  const spot = { screen, block, as, field };
  return { kind: 'place', name: placeName(spot), ...spot };
}

/** The change that takes a part off, or the one to drop because the draft itself placed it. */
export function removal(
  asked: Where & Pick<Asked, 'changes'>,
  as: PlaceChange['as'],
  field: string,
): { readonly put: readonly PlaceChange[]; readonly gone: readonly PlaceChange[] } {
  const known = placeOf(asked, as, field);
  if (known && !known.was) return { put: [], gone: [known] };
  return { put: [{ ...(known ?? newPlace(asked, as, field)), remove: true }], gone: [] };
}

/** The change of a section: its own, or the adjustment of a shipped one. */
export function sectionChange(
  { screen, block, changes }: Where & Pick<Asked, 'changes'>,
  id: string,
): SectionChange | AdjustChange {
  const name = `${screen}.${block}.${id}`;
  const adjusted = { kind: 'adjust', name: `section.${name}` } as const;
  return findChange(changes, 'section', name) ?? findChange(changes, 'adjust', adjusted.name) ?? adjusted;
}

function sectionsOf(asked: Asked): readonly Change[] {
  const ids = asked.layout.sections.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const known = sectionChange(asked, id);
    const isMine = isTouched(asked, 'section', id);
    return !isMine && known.after === undefined ? [] : [{ ...known, after: ids[index - 1] ?? '' }];
  });
}
