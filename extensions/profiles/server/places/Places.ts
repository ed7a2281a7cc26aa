/** Address search and geocoding, for Canada only. */
export type Places = {
  /** Places whose name starts with the text, most likely first; none for a text that is too short. */
  readonly suggest: (text: string) => Promise<readonly Place[]>;
  /** Undefined when unknown. */
  readonly locate: (address: Address) => Promise<Coordinates | undefined>;
  /** The coordinates of its town without an external call, for whole lists of addresses. */
  readonly locateTown: (address: Address) => Coordinates | undefined;
};

export type Coordinates = { readonly Latitude: number; readonly Longitude: number };

export type Address = {
  readonly AddressLine1?: string;
  readonly City?: string;
  readonly ProvinceId?: string;
  readonly PostalCode?: string;
};

export type Place = Address & {
  readonly Id: string;
  /** The display text. */
  readonly Label: string;
  readonly CountryId: 'CA';
  readonly Coordinates?: Coordinates;
};

/** The most suggestions, and the fewest characters to search for. */
export const mostPlaces = 8;
export const fewestLetters = 3;
