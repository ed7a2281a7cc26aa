/** The style of an element: fixed properties, and formulas computed per row. */
import { childOf, pointsIn, type Reading, saidIn } from './elements.ts';
import { lookNames, withLooks } from './looks.ts';
import type { Element, Side, TextStyle } from './types.ts';

/** Inner elements override outer ones. */
export function readStyle(reading: Reading, elements: readonly (Element | undefined)[]): TextStyle {
  const styles = elements.flatMap((element) => childOf(element, 'Style') ?? []);
  const inner = (name: string) =>
    styles.map((style) => childOf(style, name)).findLast((found) => found !== undefined);
  const [format, color, background] = (['Format', 'Color', 'BackgroundColor'] as const).map((name) =>
    saidIn(reading, inner(name)),
  );
  const looks = lookNames.flatMap((name) => {
    const said = saidIn(reading, inner(name));
    return said === null ? [] : [{ name, said }];
  });
  const plain = looks.flatMap(({ name, said }) =>
    typeof said === 'object' ? [] : [{ name, text: String(said) }],
  );
  const worked = looks.flatMap(({ name, said }) =>
    typeof said === 'object' && said ? [{ name, said }] : [],
  );
  return {
    ...withLooks<TextStyle>({ borders: readBorders(reading, elements[0]) }, plain),
    ...(worked.length > 0 ? { worked } : {}),
    ...(format ? { format } : {}),
    ...(color ? { color } : {}),
    ...(background && background !== 'Transparent' ? { background } : {}),
  };
}

const sides: readonly (readonly [string, Side])[] = [
  ...([
    ['TopBorder', 'top'],
    ['RightBorder', 'right'],
    ['BottomBorder', 'bottom'],
    ['LeftBorder', 'left'],
  ] as const),
];

/** Of the box: those of all sides, and where a side says otherwise its own. */
export function readBorders(reading: Reading, element: Element | undefined): TextStyle['borders'] {
  const style = childOf(element, 'Style');
  const all = childOf(style, 'Border');
  const found = sides.flatMap(([name, side]) => {
    const own = childOf(style, name);
    const said = (what: string) => saidIn(reading, childOf(own, what) ?? childOf(all, what));
    const line = said('Style');
    if (line === null || line === 'None' || line === 'Default') return [];
    const from = childOf(own, 'Width') ? own : all;
    const width = Math.min(10, pointsIn(from, 'Width', 1));
    return [[side, { style: line, color: said('Color') ?? 'Black', width }] as const];
  });
  return Object.fromEntries(found);
}
