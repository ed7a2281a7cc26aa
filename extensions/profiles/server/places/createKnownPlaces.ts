/** Embedded data: Canadian towns by name, and provinces by the first letter of postal codes. */

import canada from './canada.json' with { type: 'json' };
import { type Address, fewestLetters, mostPlaces, type Place, type Places } from './Places.ts';

type Town = {
  readonly name: string;
  readonly key: string;
  readonly province: string;
  readonly at: Place['Coordinates'];
};

const towns: readonly Town[] = (canada as unknown as readonly [string, string, number, number][]).map(
  ([name, province, Latitude, Longitude]) => ({
    name,
    key: keyOf(name),
    province,
    at: { Latitude, Longitude },
  }),
);

const townsByKey = new Map<string, Town[]>();
for (const town of towns) townsByKey.set(town.key, [...(townsByKey.get(town.key) ?? []), town]);

// X0A to X0C belong to Nunavut, other codes with X to the Northwest Territories.
const provincesByLetter: Readonly<Record<string, string>> = {
  ...{
    A: 'NL',
    B: 'NS',
    C: 'PE',
    E: 'NB',
    G: 'QC',
    H: 'QC',
    J: 'QC',
    K: 'ON',
    L: 'ON',
    M: 'ON',
    N: 'ON',
    P: 'ON',
  },
  ...{ R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT' },
};

export function createKnownPlaces(): Places {
  const locateTown: Places['locateTown'] = ({ City = '', ProvinceId }) => {
    const key = keyOf(City);
    return townsByKey.get(key)?.find((town) => !ProvinceId || town.province === ProvinceId)?.at;
  };
  return {
    locateTown,
    // `100 Queen Street, Ott`: the part before the last comma is the street.
    async suggest(text) {
      const words = text.slice(0, 200);
      const comma = words.lastIndexOf(',');
      const street = comma < 0 ? '' : words.slice(0, comma).trim();
      const postal = postalPlace(words.trim());
      if (postal) return [postal];
      const wanted = keyOf(words.slice(comma + 1));
      if ([...wanted].length < fewestLetters) return [];
      return towns
        .filter(({ key }) => key.startsWith(wanted))
        .slice(0, mostPlaces)
        .map((town) => placeOf(town, street));
    },
    locate: async (address) => locateTown(address),
  };
}

function placeOf({ name, province, at }: Town, street: string): Place {
  const address: Address = { ...(street && { AddressLine1: street }), City: name, ProvinceId: province };
  const Label = [street, name, province].filter(Boolean).join(', ');
  return { Id: Label, Label, ...address, CountryId: 'CA', ...(at && { Coordinates: at }) };
}

/** A complete postal code determines the province. */
function postalPlace(text: string): Place | undefined {
  const [, area = '', unit = ''] = /^([a-z]\d[a-z])[ -]?(\d[a-z]\d)$/i.exec(text) ?? [];
  const prefix = area.toUpperCase();
  const ProvinceId = /^X0[ABC]$/.test(prefix) ? 'NU' : provincesByLetter[prefix.charAt(0)];
  if (!ProvinceId) return undefined;
  const PostalCode = `${prefix} ${unit.toUpperCase()}`;
  const Label = `${PostalCode}, ${ProvinceId}`;
  return { Id: Label, Label, PostalCode, ProvinceId, CountryId: 'CA' };
}

/** Ignores accents, case and punctuation. */
function keyOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^st[. -]+/, 'saint ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
