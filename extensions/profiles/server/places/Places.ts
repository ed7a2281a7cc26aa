/** Where addresses are found: what a person begins to type, and where an address lies. In Canada only. */
export type Places = {
  /** Places whose name begins so, the likeliest first; of a text that is too short, none. */
  readonly suggest: (text: string) => Promise<readonly Place[]>;
  /** Undefined where nobody knows it. */
  readonly locate: (address: Address) => Promise<Coordinates | undefined>;
  /** Where its town lies, known without asking anybody: for a whole list of addresses. */
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
  /** What a person reads. */
  readonly Label: string;
  readonly CountryId: 'CA';
  readonly Coordinates?: Coordinates;
};

/** So many are offered, of a text with so many letters. */
export const mostPlaces = 8;
export const fewestLetters = 3;
