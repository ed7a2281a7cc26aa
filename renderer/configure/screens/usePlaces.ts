import type { PlaceChange } from '#engine';
import { findChange } from '../changes.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

type Spot = Pick<PlaceChange, 'screen' | 'block' | 'as'>;

/** Moves fields of a block; where a shipped one stood is kept, so that an upgrade can tell. */
export function usePlaces(spot: Spot) {
  const { draft } = useWork();
  const { put, remove } = useSaveDraft();
  const nameOf = (field: string) => `${spot.screen}.${spot.block}.${spot.as}.${field}`;
  const known = (field: string) => findChange(draft.Changes, 'place', nameOf(field));
  const base = (field: string, stood: Standing | undefined): PlaceChange => {
    const before = known(field);
    const was = before ? before.was : stood;
    return {
      ...before,
      kind: 'place',
      name: nameOf(field),
      ...spot,
      field,
      ...(was ? { was: { ...was } } : {}),
    };
  };
  return {
    /** `stood`: where it stands now, for one that no change has moved yet. */
    move: (field: string, to: Standing, stood: Standing) => put([{ ...base(field, stood), ...to }]),
    add: (field: string, to: Standing) => {
      const { remove: _, ...change } = base(field, undefined);
      return put([{ ...change, ...to }]);
    },
    take: (field: string, stood: Standing) => {
      const before = known(field);
      // One the draft itself has placed goes with its change.
      if (before && !before.was) return remove([before]);
      return put([{ ...base(field, stood), remove: true }]);
    },
  };
}

export type Standing = { readonly section?: string; readonly after?: string };
