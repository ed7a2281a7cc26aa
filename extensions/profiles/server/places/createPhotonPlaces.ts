/** Places from a Photon-compatible server (GEOCODER_URL), with a fallback when it does not answer in time. */
import { callOut, type Log } from '#server/extension';
import {
  type Address,
  type Coordinates,
  fewestLetters,
  mostPlaces,
  type Place,
  type Places,
} from './Places.ts';

type Options = {
  readonly url: string;
  /** The fallback when the server fails. */
  readonly otherwise: Places;
  readonly log: Pick<Log, 'warn'>;
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

type Feature = {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly geometry?: { readonly coordinates?: readonly unknown[] };
};

const largestAnswer = 1_000_000;

export function createPhotonPlaces({
  url,
  otherwise,
  log,
  timeoutMs = 1500,
  fetch = globalThis.fetch,
}: Options): Places {
  const ask = async (text: string): Promise<readonly Place[] | undefined> => {
    try {
      const address = `${url.replace(/\/$/, '')}/api?q=${encodeURIComponent(text.slice(0, 200))}&limit=${mostPlaces * 2}`;
      const answer = await callOut({ url: address, timeoutMs, maxBytes: largestAnswer, fetch });
      if (!answer.isOk) throw new Error(`answered ${answer.status}`);
      const { features } = JSON.parse(answer.text) as { readonly features?: readonly Feature[] };
      if (!Array.isArray(features)) throw new Error('answered something else');
      return features.flatMap((feature) => placeOf(feature) ?? []).slice(0, mostPlaces);
    } catch (error) {
      log.warn({ err: error }, 'the geocoder did not answer: embedded places are used');
      return undefined;
    }
  };
  return {
    locateTown: (address) => otherwise.locateTown(address),
    suggest: async (text) => {
      if ([...text.trim()].length < fewestLetters) return [];
      return (await ask(text)) ?? otherwise.suggest(text);
    },
    locate: async (address) => {
      const found = await ask(lineOf(address));
      return found ? found.find(({ Coordinates }) => Coordinates)?.Coordinates : otherwise.locate(address);
    },
  };
}

const lineOf = ({ AddressLine1, City, ProvinceId, PostalCode }: Address): string =>
  [AddressLine1, City, ProvinceId, PostalCode, 'Canada'].filter(Boolean).join(', ');

/** A place in Canada; undefined for others. */
function placeOf({ properties = {}, geometry }: Feature): Place | undefined {
  const read = (name: string) =>
    typeof properties[name] === 'string' ? String(properties[name]).slice(0, 256) : '';
  const province = provinces[read('state').toLowerCase()];
  const City = read('city') || (['city', 'town', 'village'].includes(read('osm_value')) ? read('name') : '');
  if (read('countrycode') !== 'CA' || !province || !City) return undefined;
  const street = read('street') || (read('osm_key') === 'highway' ? read('name') : '');
  const AddressLine1 = [read('housenumber'), street].filter(Boolean).join(' ');
  const PostalCode = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(read('postcode'))
    ? read('postcode').toUpperCase()
    : '';
  const Label = [AddressLine1, City, province, PostalCode].filter(Boolean).join(', ');
  const at = coordinatesOf(geometry?.coordinates);
  return {
    ...{ Id: Label, Label, City, ProvinceId: province, CountryId: 'CA' },
    ...(AddressLine1 && { AddressLine1 }),
    ...(PostalCode && { PostalCode }),
    ...(at && { Coordinates: at }),
  };
}

function coordinatesOf([Longitude, Latitude]: readonly unknown[] = []): Coordinates | undefined {
  if (typeof Latitude !== 'number' || typeof Longitude !== 'number') return undefined;
  return Math.abs(Latitude) <= 90 && Math.abs(Longitude) <= 180 ? { Latitude, Longitude } : undefined;
}

const provinces: Readonly<Record<string, string>> = {
  ...{
    alberta: 'AB',
    'british columbia': 'BC',
    manitoba: 'MB',
    'new brunswick': 'NB',
    ontario: 'ON',
    saskatchewan: 'SK',
  },
  ...{ 'newfoundland and labrador': 'NL', 'nova scotia': 'NS', 'prince edward island': 'PE', yukon: 'YT' },
  ...{ quebec: 'QC', québec: 'QC', 'northwest territories': 'NT', nunavut: 'NU' },
};
