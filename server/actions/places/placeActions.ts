// Code, because places come from a port and not from the store.
import type { Static } from '../../http/sent.ts';
import type { Action } from '../Action.ts';
import type { locateBody } from '../actionBodies.ts';

/** Addresses that begin as the text does. */
export const suggestPlaces: Action = async ({ runtime }, { query }) => {
  const Items = await runtime.ports.places.suggest(String(query.text ?? ''));
  return { Items, TotalItems: Items.length };
};

/** Where the address of the body lies; nothing where nobody knows. */
export const locatePlace: Action<Static<typeof locateBody>> = async ({ runtime }, { input }) => {
  const read = (name: keyof typeof input) => String(input[name] ?? '').slice(0, 256);
  const [AddressLine1, City] = [read('AddressLine1'), read('City')];
  const [ProvinceId, PostalCode] = [read('ProvinceId'), read('PostalCode')];
  const found = await runtime.ports.places.locate({ AddressLine1, City, ProvinceId, PostalCode });
  return { Latitude: found?.Latitude ?? null, Longitude: found?.Longitude ?? null };
};
