import type { PlaceChange } from '#engine';
import { findChange } from '../changes.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

type Spot = Pick<PlaceChange, 'screen' | 'block' | 'as'>;

/** Moves fields of a block; the server records the shipped position. */
export function usePlaces(spot: Spot) {
  const { draft } = useWork();
  const { put, remove } = useSaveDraft();
  const nameOf = (field: string) => `${spot.screen}.${spot.block}.${spot.as}.${field}`;
  const known = (field: string) => findChange(draft.Changes, 'place', nameOf(field));
  const base = (field: string): PlaceChange => ({
    ...known(field),
    kind: 'place',
    name: nameOf(field),
    ...spot,
    field,
  });
  return {
    move: (field: string, to: Standing) => put([{ ...base(field), ...to }]),
    add: (field: string, to: Standing) => {
      const { remove: _, ...change } = base(field);
      return put([{ ...change, ...to }]);
    },
    take: (field: string) => {
      const before = known(field);
      // Removing a field placed by the draft removes its change.
      if (before && !before.was) return remove([before]);
      return put([{ ...base(field), remove: true }]);
    },
  };
}

export type Standing = { readonly section?: string; readonly after?: string };
