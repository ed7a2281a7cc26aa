/** Places in an order in which each neighbour stands before what follows it. */
import type { PlaceChange } from './types.ts';

/**
 * Several that follow one neighbour come out in the order of their names: the last is put in first. One that waits for
 * another comes after it; a circle is left in the order of names, and its first member finds no neighbour.
 */
export function orderPlaces(places: readonly PlaceChange[]): readonly PlaceChange[] {
  const waiting = new Map(places.map((place) => [keyOf(place, place.field), place]));
  const byName = [...places].sort((one, other) => (one.name < other.name ? -1 : 1));
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
