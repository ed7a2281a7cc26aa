/** The types of fields that a configurator may add: kinds with an `overlay` facet. */
import type { OverlayFacet, OverlaySetting } from '../fields/overlayFacet.ts';
import { isKind, kinds } from '../fields/registry.ts';
import type { FieldKind } from '../types/basicTypes.ts';

/** In the order in which they are offered. Extensions add theirs at startup, so they are looked up each time. */
export function fieldTypes({ inRows = false } = {}): readonly FieldKind[] {
  const order = (name: FieldKind) => kinds[name].overlay?.order ?? Number.MAX_SAFE_INTEGER;
  return (Object.keys(kinds) as FieldKind[])
    .filter((name) => kinds[name].overlay && (!inRows || kinds[name].overlay?.inRows))
    .sort((one, other) => order(one) - order(other));
}

/** The facet of a type; undefined for a name that is no type. */
export const facetOf = (type: string): OverlayFacet | undefined =>
  isKind(type) ? kinds[type].overlay : undefined;

export const hasSetting = (type: string, setting: OverlaySetting): boolean =>
  facetOf(type)?.settings.includes(setting) === true;
