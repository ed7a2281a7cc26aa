/** Finds the first sheet of a workbook with its shared texts and number formats. */
import { createCellFormats, type FormatTable, type ShowNumber } from './cellFormats.ts';
import { SheetError } from './SheetError.ts';
import { sharedTexts } from './sharedTexts.ts';
import type { SheetLimits } from './types.ts';
import { type Allowance, unpackPart, unpackText } from './unpackPart.ts';
import { nextElement, openings, prefixOf } from './xmlElements.ts';
import { attribute } from './xmlText.ts';
import { partKey, type ZipPart, zipParts } from './zipParts.ts';

export type OpenWorkbook = {
  readonly sheet: ZipPart;
  readonly texts: readonly string[];
  readonly show: ShowNumber;
};

export async function openWorkbook(
  bytes: Uint8Array,
  limits: SheetLimits,
  yieldTurn?: () => Promise<void>,
): Promise<OpenWorkbook> {
  const parts = zipParts(bytes);
  const allowance: Allowance = { left: limits.held, yieldTurn };
  const textOf = async (path: string | undefined) => {
    const part = path === undefined ? undefined : parts.get(partKey(path));
    return part ? unpackText(bytes, part, allowance) : '';
  };
  const bookPath = pathOf(relations(await textOf('_rels/.rels')), 'officeDocument', '');
  const book = await textOf(bookPath);
  if (bookPath === undefined || book === '') throw new SheetError('wrong', 'The archive is no workbook.');
  const folder = bookPath.slice(0, bookPath.lastIndexOf('/') + 1);
  const related = relations(await textOf(`${folder}_rels/${bookPath.slice(folder.length)}.rels`));
  const prefix = prefixOf(book);
  const sheet = parts.get(partKey(sheetPath(openings(book, `${prefix}sheet`), related, folder) ?? ''));
  if (!sheet) throw new SheetError('wrong', 'The workbook has no table.');
  // Some programs omit the relation to the shared texts.
  const shared = parts.get(partKey(pathOf(related, 'sharedStrings', folder) ?? `${folder}sharedStrings.xml`));
  const properties = openings(book, `${prefix}workbookPr`)[0] ?? '';
  return {
    sheet,
    texts: shared ? await sharedTexts(unpackPart(bytes, shared, allowance)) : [],
    show: await createCellFormats({
      yieldTurn,
      ...formatsIn(await textOf(pathOf(related, 'styles', folder))),
      is1904: /^(1|true)$/.test(attribute(properties, 'date1904') ?? ''),
    }),
  };
}

type Relation = { readonly id?: string; readonly type: string; readonly target?: string };

function relations(xml: string): readonly Relation[] {
  return openings(xml, `${prefixOf(xml)}Relationship`).map((tag) => ({
    id: attribute(tag, 'Id'),
    type: attribute(tag, 'Type') ?? '',
    target: attribute(tag, 'Target'),
  }));
}

/** The first visible sheet with cells. */
function sheetPath(
  sheets: readonly string[],
  related: readonly Relation[],
  folder: string,
): string | undefined {
  const tables = sheets.flatMap((tag) => {
    const id = relationId(tag);
    const { type = '', target } = related.find((one) => one.id === id) ?? {};
    const isTable = target !== undefined && (type === '' || type.endsWith('/worksheet'));
    return isTable ? [{ target, isSeen: !/hidden/i.test(attribute(tag, 'state') ?? '') }] : [];
  });
  return targetOf((tables.find(({ isSeen }) => isSeen) ?? tables[0])?.target, folder);
}

/** `r:id`, with any namespace prefix. */
const relationId = (tag: string): string | undefined => {
  const name = /\s([\w-]+:id)\s*=/.exec(tag)?.[1];
  return name === undefined ? undefined : attribute(tag, name);
};

function pathOf(all: readonly Relation[], kind: string, folder: string): string | undefined {
  return targetOf(all.find(({ type }) => type.endsWith(`/${kind}`))?.target, folder);
}

function targetOf(target: string | undefined, folder: string): string | undefined {
  if (target === undefined) return undefined;
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

function formatsIn(xml: string): Pick<FormatTable, 'styles' | 'codes'> {
  const prefix = prefixOf(xml);
  const codes = new Map(
    openings(xml, `${prefix}numFmt`).map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  );
  const styles = nextElement(xml, `${prefix}cellXfs`, 0)?.inner ?? '';
  return {
    codes,
    styles: openings(styles, `${prefix}xf`).map((tag) => Number(attribute(tag, 'numFmtId') ?? 0)),
  };
}
