/** The provinces and territories of Canada, by their codes. The map is the work of MapSVG (mapsvg.com), CC BY 4.0. */
import canada from '@svg-maps/canada';
import { registerMap } from 'echarts/core';

export const canadaMap = 'canada';
export const provinces: ReadonlySet<string> = new Set(canada.locations.map(({ id }) => id.toUpperCase()));

export function registerCanada(): void {
  const paths = canada.locations.map(({ id, path }) => `<path name="${id.toUpperCase()}" d="${path}"/>`);
  registerMap(canadaMap, {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${canada.viewBox}">${paths.join('')}</svg>`,
  });
}
