// Custom code: places come from a port, not from the store.
import { answers, askedText, defineAction, may, number, sent, Type, text } from '#server/extension';

/** Addresses that start with the text. */
export const suggestPlaces = defineAction({
  body: 'none',
  query: [askedText('text', 'What is typed of an address.')],
  answer: answers.pageOfItems({ type: 'object' }),
  run: async ({ runtime }, { query }) => {
    const Items = await runtime.ports.places.suggest(String(query.text ?? ''));
    return { Items, TotalItems: Items.length };
  },
});

/** The coordinates of the address in the body; nothing when unknown. */
export const locatePlace = defineAction({
  body: sent({
    AddressLine1: may(text),
    City: may(text),
    ProvinceId: may(Type.Union([text, number])),
    PostalCode: may(text),
  }),
  answer: answers.all({ Latitude: answers.maybeNumber, Longitude: answers.maybeNumber }),
  run: async ({ runtime }, { input }) => {
    const read = (name: keyof typeof input) => String(input[name] ?? '').slice(0, 256);
    const [AddressLine1, City] = [read('AddressLine1'), read('City')];
    const [ProvinceId, PostalCode] = [read('ProvinceId'), read('PostalCode')];
    const found = await runtime.ports.places.locate({ AddressLine1, City, ProvinceId, PostalCode });
    return { Latitude: found?.Latitude ?? null, Longitude: found?.Longitude ?? null };
  },
});
