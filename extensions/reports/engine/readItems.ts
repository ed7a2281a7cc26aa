/** Reads the items of a page: texts, images, charts and tables with their position and style. */

import { readJumps, readPassed, reportName } from './actions.ts';
import {
  breaksOf,
  childOf,
  pointsIn,
  type Reading,
  report,
  saidIn,
  textIn,
  visibilityOf,
  within,
} from './elements.ts';
import { readChart } from './readChart.ts';
import { readBorders, readStyle } from './readStyle.ts';
import { readTablix } from './readTablix.ts';
import { readText } from './readText.ts';
import type {
  Box,
  Breaks,
  Content,
  Element,
  Image,
  Picture,
  ReportItem,
  Said,
  Shape,
  Subreport,
  Tablix,
  Text,
  Visibility,
} from './types.ts';

export type ItemReading = Reading & {
  readonly images: ReadonlyMap<string, Picture>;
};

/** The items of a part of the page; those of a rectangle stand where it puts them. */
export function readItems(
  reading: ItemReading,
  holder: Element | undefined,
  at: Within = { top: 0, left: 0, around: [], within: [] },
): readonly ReportItem[] {
  return (childOf(holder, 'ReportItems')?.children ?? []).flatMap((element) => {
    const place = { top: at.top + pointsIn(element, 'Top'), left: at.left + pointsIn(element, 'Left') };
    const own = visibilityOf(reading, element);
    const breaks = breaksOf(element);
    const box = { ...place, ...sizeOf(element) };
    if (element.name === 'Rectangle') {
      const around = own ? [...at.around, own] : at.around;
      const { within } = at;
      const frame = frameOf(reading, element).map((item) => ({ box, item, hidden: null, around, within }));
      const inside = readItems(reading, element, { ...place, around, within: [...within, box] });
      return broken([...frame, ...inside], breaks);
    }
    const item = itemOf(reading, element);
    if (!item) return [];
    return [
      {
        ...{ box, item, hidden: own?.hidden ?? null, toggle: own?.toggle, around: at.around },
        ...(at.within.length > 0 ? { within: at.within } : {}),
        ...(breaks ? { breaks } : {}),
      },
    ];
  });
}

const sizeOf = (element: Element) => {
  const isLine = element.name === 'Line';
  const size = (name: string, usual: number) => pointsIn(element, name, isLine ? 0 : usual);
  return { width: size('Width', 72), height: size('Height', 18) };
};

/** The ground and borders of a rectangle. One that grows with a table or a report in it has none. */
function frameOf(reading: ItemReading, element: Element): readonly Shape[] {
  const style = readStyle(reading, [element]);
  const isEmpty = style.background === undefined && Object.keys(style.borders ?? {}).length === 0;
  const grows = [...within(element)].some(({ name }) => name === 'Tablix' || name === 'Subreport');
  return isEmpty || grows ? [] : [{ kind: 'shape', name: element.attributes.Name ?? '', style }];
}

type Within = {
  readonly top: number;
  readonly left: number;
  readonly around: readonly Visibility[];
  readonly within: readonly Box[];
};

/** A page begins before the first of what a rectangle holds, or after the last. */
function broken(items: readonly ReportItem[], breaks: Breaks | undefined): readonly ReportItem[] {
  if (!breaks || items.length === 0) return items;
  const top = Math.min(...items.map(({ box }) => box.top));
  const foot = Math.max(...items.map(({ box }) => box.top + box.height));
  const first = items.find(({ box }) => box.top === top);
  const last = items.findLast(({ box }) => box.top + box.height === foot);
  return items.map((one) => ({
    ...one,
    breaks: {
      between: false,
      start: (breaks.start && one === first) || one.breaks?.start === true,
      end: (breaks.end && one === last) || one.breaks?.end === true,
    },
  }));
}

function itemOf(reading: ItemReading, element: Element): ReportItem['item'] | undefined {
  if (element.name === 'Textbox') return readText(reading, element);
  if (element.name === 'Image') return readImage(reading, element);
  if (element.name === 'Chart') return readChart(reading, element) ?? untold(element, 'Chart');
  if (element.name === 'GaugePanel' || element.name === 'Map') return untold(element, element.name);
  if (element.name === 'Line') return lineOf(reading, element);
  if (element.name === 'Subreport') return readSubreport(reading, element);
  if (element.name !== 'Tablix') return undefined;
  return readTablix(reading, element, insideOf(reading));
}

/** A placeholder for unsupported items, so that readers see what is missing and where. */
function untold(element: Element, what: string): Text {
  const parts = [...within(element)];
  const type = ['Subtype', 'Type'].flatMap((one) => parts.find(({ name }) => name === one) ?? [])[0];
  const name = what === 'Chart' ? (type?.text.trim() ?? what) : what;
  const values: readonly Said[] = [
    { kind: 'global', name: 'notshown' },
    ` ${element.attributes.Name ?? ''} (${name})`,
  ];
  return { kind: 'text', name: '', values, style: { size: 9 } };
}

/** A cell has little room, and its row must not grow by it. */
const untoldInCell: Text = { kind: 'text', name: '', values: ['[…]'], style: { size: 7, align: 'center' } };

/** Drawn from corner to corner; only lines along an edge are understood. */
function lineOf(reading: ItemReading, element: Element): Shape {
  const borders = readBorders(reading, element) ?? {};
  const isUpright = pointsIn(element, 'Width') < pointsIn(element, 'Height');
  const side = borders.top ?? { style: 'Solid', color: 'Black', width: 1 };
  return {
    ...{ kind: 'shape', name: element.attributes.Name ?? '' },
    style: { borders: isUpright ? { left: side } : { top: side } },
  };
}

/** What a cell holds: a text, an image, or a rectangle of several. */
function readContents(reading: ItemReading, element: Element | undefined): readonly Content[] {
  return (element?.children ?? []).flatMap((child): readonly Content[] => {
    if (child.name === 'Textbox') return [readText(reading, child)];
    const image = child.name === 'Image' ? readImage(reading, child) : undefined;
    if (image) return [image];
    if (child.name === 'Subreport') return [readSubreport(reading, child)];
    if (child.name === 'Rectangle') return readContents(reading, childOf(child, 'ReportItems'));
    if (['ColSpan', 'RowSpan'].includes(child.name)) return [];
    if (child.name === 'Tablix') return nested(reading, child);
    if (child.name === 'Chart') return [readChart(reading, child) ?? untoldInCell];
    if (child.name === 'GaugePanel' || child.name === 'Map') return [untoldInCell];
    return [];
  });
}

const insideOf = (reading: ItemReading): Parameters<typeof readTablix>[2] => ({
  contents: (element) => readContents(reading, element),
  styleOf: (element) => readStyle(reading, [element]),
});

function nested(reading: ItemReading, element: Element): readonly Tablix[] {
  const tablix = readTablix(reading, element, insideOf(reading));
  const visibility = visibilityOf(reading, element);
  return tablix ? [{ ...tablix, ...(visibility ? { visibility } : {}) }] : [];
}

/** Embedded images and field values only; nothing is fetched from elsewhere. */
function readImage(reading: ItemReading, element: Element): Image | undefined {
  const source = textIn(element, 'Source');
  const value = saidIn(reading, childOf(element, 'Value'));
  const isWorkedOut = typeof value === 'object' && value !== null;
  const picture = source === 'Embedded' ? reading.images.get(String(value)) : undefined;
  const visibility = visibilityOf(reading, element);
  if (!picture && !(isWorkedOut && (source === 'Embedded' || source === 'Database'))) {
    report(reading, element, source || textIn(element, 'Value'));
    return undefined;
  }
  return {
    ...{ kind: 'image', name: element.attributes.Name ?? '', value },
    ...(picture ? { picture } : {}),
    ...(source === 'Embedded' ? { pictures: reading.images } : {}),
    ...(textIn(element, 'Sizing') === 'Fit' ? { isStretched: true } : {}),
    ...(visibility ? { visibility } : {}),
    ...readJumps(reading, element),
  };
}

function readSubreport(reading: ItemReading, element: Element): Subreport {
  const visibility = visibilityOf(reading, element);
  return {
    ...{ kind: 'subreport', name: element.attributes.Name ?? '', line: element.line },
    report: reportName(textIn(element, 'ReportName')),
    parameters: readPassed(reading, element),
    ...(visibility ? { visibility } : {}),
  };
}
