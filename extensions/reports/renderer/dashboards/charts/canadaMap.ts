/** The provinces and territories of Canada by code. The map is by MapSVG (mapsvg.com), CC BY 4.0. */
import canada from '@svg-maps/canada';
import { registerMap } from 'echarts/core';

export const canadaMap = 'canada';
export const provinces: ReadonlySet<string> = new Set(canada.locations.map(({ id }) => id.toUpperCase()));

export function registerCanada(): void {
  const paths = canada.locations.map(({ id, path }) => `<path name="${id.toUpperCase()}" d="${path}"/>`);
  // Enlarge the box for the names of small provinces in the east and south, which would be cut off.
  const [x = 0, y = 0, width = 0, height = 0] = canada.viewBox.split(' ').map(Number);
  const box = [x, y, width * 1.16, height * 1.05].join(' ');
  registerMap(canadaMap, {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${paths.join('')}</svg>`,
  });
}
