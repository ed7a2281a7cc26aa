/** A text box: its paragraphs, and the runs of letters in them that look alike. */
import { readJumps } from './actions.ts';
import {
  childOf,
  childrenOf,
  formulaIn,
  pointsIn,
  type Reading,
  reach,
  saidIn,
  textIn,
  visibilityOf,
} from './elements.ts';
import { pointsOf } from './looks.ts';
import { readStyle } from './readStyle.ts';
import { markText } from './shownText.ts';
import type { Element, Indents, Paragraph, Said, Text, TextRun, TextStyle } from './types.ts';

/** Of a text box that says nothing else. */
const usual: TextStyle = { size: 10, padding: { top: 0, right: 0, bottom: 0, left: 0 } };

export function readText(reading: Reading, element: Element): Text {
  const sort = formulaIn(reading, reach(element, 'UserSort', 'SortExpression'));
  const found = childrenOf(childOf(element, 'Paragraphs'), 'Paragraph');
  const paragraphs = readParagraphs(reading, element, found);
  const values = paragraphs.flatMap(({ mark, level, runs }, line): readonly Said[] => [
    ...(line > 0 ? ['\n'] : []),
    ...(mark === undefined ? [] : [markText(mark, level)]),
    ...runs.map(({ value }) => value),
  ]);
  const own = childOf(element, 'Value');
  const visibility = visibilityOf(reading, element);
  const duplicates = textIn(element, 'HideDuplicates');
  const [first] = childrenOf(childOf(found[0], 'TextRuns'), 'TextRun');
  const isHtml = paragraphs.some(({ runs }) => runs.some(({ markup }) => markup));
  return {
    kind: 'text',
    name: element.attributes.Name ?? '',
    values: own ? [saidIn(reading, own)] : values,
    style: { ...usual, ...readStyle(reading, [element, found[0], first]), ...growthOf(element) },
    ...(!own && paragraphs.some(isRich) ? { paragraphs } : {}),
    ...(sort ? { sort } : {}),
    ...(visibility ? { visibility } : {}),
    ...(duplicates === '' ? {} : { hideDuplicates: duplicates }),
    ...(isHtml ? { markup: 'HTML' as const } : {}),
    ...jumpsIn(reading, element, first),
  };
}

const isTrue = (element: Element, name: string): boolean => textIn(element, name).toLowerCase() === 'true';

/** A box grows and shrinks only if the file says so. */
const growthOf = (element: Element): Pick<TextStyle, 'isFixed' | 'shrinks'> => ({
  ...(isTrue(element, 'CanGrow') ? {} : { isFixed: true }),
  ...(isTrue(element, 'CanShrink') ? { shrinks: true } : {}),
});

function readParagraphs(
  reading: Reading,
  element: Element,
  found: readonly Element[],
): readonly (Paragraph & { readonly isRich: boolean })[] {
  const marks = listMarks(found);
  return found.map((paragraph, at) => {
    const { mark, level } = marks[at] ?? { mark: undefined, level: 0 };
    const runs = childrenOf(childOf(paragraph, 'TextRuns'), 'TextRun').map(
      (run): TextRun => ({
        value: saidIn(reading, childOf(run, 'Value')),
        style: { ...usual, ...readStyle(reading, [element, paragraph, run]) },
        ...(textIn(run, 'MarkupType') === 'HTML' ? { markup: 'HTML' as const } : {}),
        ...readJumps(reading, run),
      }),
    );
    const indents = indentsOf(paragraph);
    return {
      ...{ ...indents, runs, level },
      ...(mark === undefined ? {} : { mark }),
      style: readStyle(reading, [element, paragraph]),
      isRich:
        found.length > 1 ||
        runs.length > 1 ||
        mark !== undefined ||
        Object.values(indents).some((one) => one !== 0),
    };
  });
}

const isRich = ({ isRich }: { readonly isRich: boolean }): boolean => isRich;

/** A positive indent is of the first line; a negative one moves the others. */
function indentsOf(paragraph: Element): Indents {
  const hanging = textIn(paragraph, 'HangingIndent');
  const by = pointsOf(hanging.replace(/^-/, '')) ?? 0;
  const isNegative = hanging.startsWith('-');
  return {
    ...{ left: pointsIn(paragraph, 'LeftIndent'), right: pointsIn(paragraph, 'RightIndent') },
    ...{ first: isNegative ? 0 : by, others: isNegative ? by : 0 },
    ...{ before: pointsIn(paragraph, 'SpaceBefore'), after: pointsIn(paragraph, 'SpaceAfter') },
  };
}

type Mark = { readonly mark: string | undefined; readonly level: number };

/** Before a paragraph of a list: a bullet or its number, further in at each level. */
function listMarks(paragraphs: readonly Element[]): readonly Mark[] {
  const counts = new Map<number, number>();
  return paragraphs.map((paragraph): Mark => {
    const style = textIn(paragraph, 'ListStyle');
    const level = Math.min(9, Math.max(1, Math.floor(Number(textIn(paragraph, 'ListLevel'))) || 1));
    const isNumbered = style === 'Numbered';
    for (const one of counts.keys()) if (one > level || (one === level && !isNumbered)) counts.delete(one);
    if (!isNumbered && style !== 'Bulleted') {
      counts.clear();
      return { mark: undefined, level: 0 };
    }
    const number = (counts.get(level) ?? 0) + 1;
    if (isNumbered) counts.set(level, number);
    return { mark: isNumbered ? `${number}.` : '•', level };
  });
}

/** Of the box itself; where its only run leads somewhere, the whole box does. */
function jumpsIn(reading: Reading, element: Element, run: Element | undefined): ReturnType<typeof readJumps> {
  const own = readJumps(reading, element);
  const runs = childrenOf(childOf(element, 'Paragraphs'), 'Paragraph').flatMap((one) =>
    childrenOf(childOf(one, 'TextRuns'), 'TextRun'),
  );
  return own.jumps?.action || !run || runs.length > 1 ? own : { ...readJumps(reading, run), ...own };
}
