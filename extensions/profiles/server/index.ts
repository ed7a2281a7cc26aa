/** Profiles of businesses and people: places on a map, and payment cards. */
import { defineExtension } from '#server/extension';
import { addCard } from './cards/addCard.ts';
import type { CardVault } from './cards/CardVault.ts';
import { createCardVault } from './cards/createCardVault.ts';
import { tokenizeCard } from './cards/tokenizeCard.ts';
import { createKnownPlaces } from './places/createKnownPlaces.ts';
import { lienholdersNear } from './places/lienholdersNear.ts';
import type { Places } from './places/Places.ts';
import { locatePlace, suggestPlaces } from './places/placeActions.ts';

declare module '#server/extension' {
  interface ExtensionPorts {
    readonly cards: CardVault;
    readonly places: Places;
  }
}

export default defineExtension({
  id: 'profiles',
  actions: {
    'card.tokenize': tokenizeCard,
    'card.add': addCard,
    'place.suggest': suggestPlaces,
    'place.locate': locatePlace,
    'place.lienholders-near': lienholdersNear,
  },
  ports: (ports) => ({
    cards: createCardVault(ports),
    places: createKnownPlaces(),
  }),
});
