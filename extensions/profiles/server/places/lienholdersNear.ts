// Custom code: computes distances on a globe, which no list filter does.
import type { DataRecord } from '#engine';
import {
  allOf,
  answers,
  askedNumber,
  defineAction,
  equals,
  loadRecord,
  streamAnswers,
} from '#server/extension';
import type { Address, Coordinates, Places } from './Places.ts';

/** Local lienholders within ?range= metres of a dealer, nearest first; negative: the whole country. */
export const lienholdersNear = defineAction({
  body: 'none',
  query: [askedNumber('range', 'In metres; below zero: all of the country.')],
  answer: answers.pageOfItems(
    answers.all({
      Id: answers.id,
      TradingName: answers.text,
      AccountFriendlyId: answers.maybeText,
      Distance: answers.maybeNumber,
      Label: answers.text,
    }),
  ),
  run: async (call, { params, query }) => {
    const { store, model, ports, planOf } = call.runtime;
    const ranges = (model.lookups.get('lienholder-search-range')?.items ?? []).map(({ Id }) => Number(Id));
    const range = query.range === undefined ? Number(ranges[0]) : Number(query.range);
    const dealer = await loadRecord({ call, session: store }, planOf('dealer'), params.dealerId ?? '');
    const here = placesOf(dealer, ports.places)[0] ?? (await locateFirst(dealer, ports.places));
    const local = {
      entity: 'lienholder',
      filter: allOf([equals('LienholderType.Name', 'Local'), equals('ProfileStatus.Name', 'Active')]),
      sort: [{ path: 'TradingName', direction: 'asc' }] as const,
    };
    const found: { readonly item: DataRecord; readonly distance: number | undefined }[] = [];
    for await (const items of streamAnswers(() => call, planOf('lienholder'), local))
      for (const { Id, TradingName, AccountFriendlyId, Addresses } of items) {
        const distance = nearest(here, placesOf({ Addresses }, ports.places));
        const isWithin = range < 0 || (distance !== undefined && distance <= range);
        if (!isWithin) continue;
        found.push({ item: { Id, TradingName, AccountFriendlyId, Addresses }, distance });
      }
    const kilometres = new Intl.NumberFormat(call.locale, {
      style: 'unit',
      unit: 'kilometer',
      maximumFractionDigits: 0,
    });
    const Items = found
      .sort((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity))
      .map(({ item: { Id, TradingName, AccountFriendlyId, Addresses }, distance }) => ({
        ...{ Id, TradingName, AccountFriendlyId },
        Distance: distance === undefined ? null : Math.round(distance),
        Label: [
          ...[TradingName, addressesOf({ Addresses })[0]?.City],
          ...(distance === undefined ? [] : [kilometres.format(distance / 1000)]),
        ]
          .filter(Boolean)
          .join(' · '),
      }));
    return { Items, TotalItems: Items.length };
  },
});

type Located = Address & { readonly Coordinates?: Partial<Coordinates> | null };

const addressesOf = ({ Addresses }: DataRecord): readonly Located[] => (Addresses ?? []) as Located[];

/** The coordinates of its addresses as entered, otherwise those of their towns. */
function placesOf(record: DataRecord, places: Places): readonly Coordinates[] {
  return addressesOf(record).flatMap((address) => {
    const { Latitude, Longitude } = address.Coordinates ?? {};
    if (typeof Latitude === 'number' && typeof Longitude === 'number') return { Latitude, Longitude };
    return places.locateTown(address) ?? [];
  });
}

async function locateFirst(record: DataRecord, places: Places): Promise<Coordinates | undefined> {
  const [first] = addressesOf(record);
  return first && places.locate(first);
}

function nearest(here: Coordinates | undefined, places: readonly Coordinates[]): number | undefined {
  if (!here || places.length === 0) return undefined;
  return Math.min(...places.map((place) => metresBetween(here, place)));
}

const earthRadius = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine formula). */
function metresBetween(one: Coordinates, other: Coordinates): number {
  const [north, east] = [
    radians(other.Latitude - one.Latitude) / 2,
    radians(other.Longitude - one.Longitude) / 2,
  ];
  const chord =
    Math.sin(north) ** 2 +
    Math.cos(radians(one.Latitude)) * Math.cos(radians(other.Latitude)) * Math.sin(east) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
