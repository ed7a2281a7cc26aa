/** What stands on a page of a definition: texts, images, charts and tables, where they are and how they look. */

import { readJumps, readPassed, reportName } from './actions.ts';
import {
  breaksOf,
  childOf,
  childrenOf,
  formulaIn,
  pointsIn,
  type Reading,
  reach,
  report,
  saidIn,
  textIn,
  visibilityOf,
} from './elements.ts';
import { readChart } from './readChart.ts';
import { readTablix } from './readTablix.ts';
import type {
  Align,
  Breaks,
  Content,
  Element,
  Image,
  Picture,
  ReportItem,
  Said,
  Subreport,
  Tablix,
  Text,
  TextStyle,
  Visibility,
} from './types.ts';

export type ItemReading = Reading & {
  readonly images: ReadonlyMap<string, Picture>;
};

/** The items of a part of the page; those of a rectangle stand where it puts them. */
export function readItems(
  reading: ItemReading,
  holder: Element | undefined,
  at: Within = { top: 0, left: 0, around: [] },
): readonly ReportItem[] {
  return (childOf(holder, 'ReportItems')?.children ?? []).flatMap((element) => {
    const place = { top: at.top + pointsIn(element, 'Top'), left: at.left + pointsIn(element, 'Left') };
    const own = visibilityOf(reading, element);
    const breaks = breaksOf(element);
    if (element.name === 'Rectangle') {
      const around = own ? [...at.around, own] : at.around;
      return broken(readItems(reading, element, { ...place, around }), breaks);
    }
    const item = itemOf(reading, element);
    if (!item) return [];
    const box = { ...place, width: pointsIn(element, 'Width', 72), height: pointsIn(element, 'Height', 18) };
    return [
      {
        ...{ box, item, hidden: own?.hidden ?? null, toggle: own?.toggle, around: at.around },
        ...(breaks ? { breaks } : {}),
      },
    ];
  });
}

type Within = { readonly top: number; readonly left: number; readonly around: readonly Visibility[] };

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

function itemOf(reading: ItemReading, element: Element) {
  if (element.name === 'Textbox') return readText(reading, element);
  if (element.name === 'Image') return readImage(reading, element);
  if (element.name === 'Chart') return readChart(reading, element);
  if (element.name === 'Subreport') return readSubreport(reading, element);
  if (element.name !== 'Tablix') return undefined;
  return readTablix(reading, element, (contents) => readContents(reading, contents));
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
    // A chart is understood where it stands by itself, not in a cell.
    if (child.name === 'Tablix') return nested(reading, child);
    if (child.name === 'Chart') report(reading, child);
    return [];
  });
}

function nested(reading: ItemReading, element: Element): readonly Tablix[] {
  const tablix = readTablix(reading, element, (contents) => readContents(reading, contents));
  const visibility = visibilityOf(reading, element);
  return tablix ? [{ ...tablix, ...(visibility ? { visibility } : {}) }] : [];
}

function readText(reading: ItemReading, element: Element): Text {
  const sort = formulaIn(reading, reach(element, 'UserSort', 'SortExpression'));
  const paragraphs = childrenOf(childOf(element, 'Paragraphs'), 'Paragraph');
  const runs = paragraphs.map((paragraph) => childrenOf(childOf(paragraph, 'TextRuns'), 'TextRun'));
  const values = runs.flatMap((found, line): readonly Said[] => [
    ...(line > 0 ? ['\n'] : []),
    ...found.map((run) => saidIn(reading, childOf(run, 'Value'))),
  ]);
  const own = childOf(element, 'Value');
  const visibility = visibilityOf(reading, element);
  const duplicates = textIn(element, 'HideDuplicates');
  const isHtml = runs.flat().some((run) => textIn(run, 'MarkupType') === 'HTML');
  return {
    kind: 'text',
    name: element.attributes.Name ?? '',
    values: own ? [saidIn(reading, own)] : values,
    style: styleOf(reading, [element, paragraphs[0], runs[0]?.[0]]),
    ...(sort ? { sort } : {}),
    ...(visibility ? { visibility } : {}),
    ...(duplicates === '' ? {} : { hideDuplicates: duplicates }),
    ...(isHtml ? { markup: 'HTML' as const } : {}),
    ...jumpsIn(reading, element),
  };
}

/** The inner says it last. */
function styleOf(reading: ItemReading, elements: readonly (Element | undefined)[]): TextStyle {
  const styles = elements.flatMap((element) => childOf(element, 'Style') ?? []);
  const inner = (name: string) =>
    styles.map((style) => childOf(style, name)).findLast((found) => found !== undefined);
  const weight = inner('FontWeight')?.text.trim() ?? '';
  const align = inner('TextAlign')?.text.trim().toLowerCase();
  const size = Number.parseFloat(inner('FontSize')?.text ?? '');
  const looks = (['Format', 'Color', 'BackgroundColor'] as const).map((name) => saidIn(reading, inner(name)));
  const [format, color, background] = looks;
  return {
    ...(/bold|[6-9]00/i.test(weight) ? { bold: true } : {}),
    ...(size >= 4 && size <= 72 ? { size } : {}),
    ...(align === 'left' || align === 'center' || align === 'right' ? { align: align satisfies Align } : {}),
    ...(format ? { format } : {}),
    ...(color ? { color } : {}),
    ...(background ? { background } : {}),
  };
}

/** Nothing is asked of any other place: pictures of the file, or the content of a field. */
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
    ...(visibility ? { visibility } : {}),
    ...jumpsIn(reading, element),
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

/** Of the element itself, or of the text in it. */
function jumpsIn(reading: ItemReading, element: Element): ReturnType<typeof readJumps> {
  const run = reach(element, 'Paragraphs', 'Paragraph', 'TextRuns', 'TextRun');
  const own = readJumps(reading, element);
  return own.jumps?.action || !run ? own : { ...readJumps(reading, run), ...own };
}
