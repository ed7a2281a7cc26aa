import { defineNodeExtension } from '#server/extension';
import { createHttpCardVault } from './cards/createHttpCardVault.ts';
import { createPhotonPlaces } from './places/createPhotonPlaces.ts';
import { readSettings } from './readSettings.ts';

/** The configured geocoder, with the embedded places as a fallback, and the configured card vault. */
export default defineNodeExtension({
  id: 'profiles',
  settings: readSettings,
  ports: ({ settings: { geocoder: url, cardVault }, ports: { places, log } }) => ({
    ...(url && { places: createPhotonPlaces({ url, otherwise: places, log }) }),
    ...(cardVault && { cards: createHttpCardVault({ ...cardVault, log }) }),
  }),
});
