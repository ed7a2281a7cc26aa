import { uuidOf } from './uuid.mjs';

/** Sample products: number of components per group, and the expiry of the intervals 2, 4 and 6. */
const samples = [
  { code: 'SMT-PPM-30', version: '3.0', sizes: [5, 4, 2], months: [12, 24, 36] },
  { code: 'PAG-OMM-20', version: '2.0', sizes: [10, 8, 6], months: [18, 36, 60] },
];

/** Adds deductible groups and service intervals to two products. */
export function addComponentGroups(products, { items, components }) {
  const names = new Map(components.map(({ Id, Name }) => [Id, Name]));
  for (const { code, version, sizes, months } of samples) {
    const product = products.find(({ Code, Version }) => Code === code && Version === version);
    const owned = items.filter(({ ProductId }) => ProductId === product.Id);
    const ids = [...new Set(owned.flatMap(({ Components }) => Components))];
    const sorted = ids.sort((a, b) => (names.get(a) < names.get(b) ? -1 : 1));
    Object.assign(product, {
      DeductibleGroups: groupsOf(sorted, sizes).map(({ id, group }) => ({
        ComponentId: id,
        ComponentName: names.get(id),
        GroupNumber: group,
      })),
      IsPpmExpiryEnabled: true,
      PpmIntervals: months.map((ExpiryMonths, index) => ({
        Id: uuidOf('ppm-interval', product.Id, String(index)),
        Interval: 2 * (index + 1),
        ExpiryMonths,
      })),
    });
  }
}

/** The first ids, one group after the other. */
function groupsOf(ids, sizes) {
  const numbers = sizes.flatMap((size, index) => Array(size).fill(index + 1));
  return numbers.map((group, index) => ({ id: ids[index], group }));
}
