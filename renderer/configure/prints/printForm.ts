/** The form of a print format, and the change made from it. */
import {
  defaultPrint,
  type EntityModel,
  type Model,
  type PrintFormatChange,
  type PrintFormatModel,
  printedRows,
} from '#engine';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type PrintBlock = NonNullable<PrintFormatChange['blocks']>[number];
type BlockKind = PrintBlock['print'];
type Words = Omit<PrintFormatChange, 'kind' | 'name' | 'title' | 'blocks' | 'was' | '$schema' | '$comment'>;

export type PrintForm = {
  readonly entity: string;
  /** If empty, derived from the English title. */
  readonly shortName: string;
  readonly title: PartialTexts;
  readonly words: Words;
  readonly blocks: readonly PrintBlock[];
};

export const blockKinds = [
  'heading',
  'text',
  'fields',
  'table',
  'picture',
  'divider',
  'signature',
  'break',
] as const satisfies readonly BlockKind[];

/** A new format begins as the standard layout, which is easier to change than an empty page. */
export function newPrint(model: Model, entity: EntityModel): PrintForm {
  const { header, footer, blocks } = defaultPrint(model, entity);
  return {
    ...{ entity: entity.id, shortName: '', title: {} },
    words: { header: edgeWords(header), footer: edgeWords(footer) },
    blocks: blocks.map(blockWords),
  };
}

export function formOfPrint(change: PrintFormatChange): PrintForm {
  const { name, kind: _, title, blocks, ...rest } = change;
  const dot = name.indexOf('.');
  const { was: _was, $schema: _schema, $comment: _comment, ...words } = rest;
  return {
    entity: name.slice(0, dot),
    shortName: name.slice(dot + 1),
    title: title ?? {},
    words,
    blocks: blocks ?? [],
  };
}

const edgeWords = ({ brand, pages, moment }: PrintFormatModel['header']) => ({
  ...(brand && { brand }),
  ...(pages && { pages }),
  ...(moment && { moment }),
});

function blockWords(block: PrintFormatModel['blocks'][number]): PrintBlock {
  const { print, text, fields, columns, field } = block;
  return {
    print,
    ...(text && { text }),
    ...(fields.length > 0 && { fields: [...fields], columns }),
    ...(field !== undefined && { field }),
  } as PrintBlock;
}

const longest = 60;

export const shortNameOf = ({ shortName, title }: Pick<PrintForm, 'shortName' | 'title'>): string =>
  shortName ||
  kebabName(title['en-CA'] ?? '')
    .slice(0, longest)
    .replace(/-+$/, '');

/** The change, once it has a name and a block. */
export function printChangeOf(form: PrintForm): PrintFormatChange | undefined {
  const name = shortNameOf(form);
  const title = wholeTexts(form.title);
  const [first, ...more] = form.blocks;
  if (name === '' || !title || !first) return undefined;
  return {
    kind: 'printFormat',
    name: `${form.entity}.${name}`,
    title,
    ...form.words,
    blocks: [first, ...more],
  };
}

/** A new block with what most people would enter. */
export function newBlock(print: BlockKind, model: Model, entity: EntityModel): PrintBlock {
  const label = `{{ ${entity.labelField} }}`;
  const text = { 'en-CA': label, 'fr-CA': label };
  if (print === 'heading' || print === 'text') return { print, text };
  if (print === 'fields') return { print, fields: [entity.labelField], columns: 2 };
  if (print === 'table') return { print, ...(rowSources(model, entity)[0]?.words ?? {}) };
  if (print === 'picture') return { print, field: '' };
  return { print };
}

export type RowSource = {
  readonly id: string;
  /** Message keys. */
  readonly labels: readonly string[];
  readonly words: Pick<PrintBlock, 'field' | 'entity' | 'through'>;
};

/** What a table may list: rows of the record, and records that refer to it. */
export function rowSources(model: Model, entity: EntityModel): readonly RowSource[] {
  const own = entity.fields
    .filter(({ path }) => printedRows(model, entity, { block: { field: path }, kind: 'record' }))
    .map(({ path, label }) => ({ id: path, labels: [label], words: { field: path } }));
  const related = [...model.entities.values()].flatMap((other) =>
    other.fields
      .filter(({ path }) =>
        printedRows(model, entity, { block: { entity: other.id, through: path }, kind: 'record' }),
      )
      .map(({ path, label }) => ({
        id: `${other.id}.${path}`,
        labels: [other.plural, label],
        words: { entity: other.id, through: path },
      })),
  );
  return [...own, ...related];
}

/** A block moved by one or more places. */
export function movedBlock(
  blocks: readonly PrintBlock[],
  from: number,
  to: number,
): readonly PrintBlock[] | undefined {
  if (from === to || to < 0 || to >= blocks.length) return undefined;
  const next = [...blocks];
  const [moved] = next.splice(from, 1);
  if (!moved) return undefined;
  next.splice(to, 0, moved);
  return next;
}
