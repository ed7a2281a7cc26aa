/** Compiles the print formats of an entity; what they name is reviewed once all entities are known. */
import type {
  Paper,
  PrintBlock,
  PrintCell,
  PrintEdge,
  PrintFormat,
  PrintLogo,
} from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import { locales } from '../messages.ts';
import type {
  PaperModel,
  PrintBlockModel,
  PrintCellModel,
  PrintEdgeModel,
  PrintFormatModel,
  PrintLogoModel,
  PrintTexts,
} from '../types/printTypes.ts';
import { scopeOf } from './compileAutomationSteps.ts';
import type { Place } from './compiler.ts';
import { modelOf } from './entityDraft.ts';
import { rowScope } from './printScope.ts';
import type { RulesPlace } from './ruleContext.ts';

export function compilePrintFormats(
  declared: readonly PrintFormat[],
  place: RulesPlace,
): readonly PrintFormatModel[] {
  const { draft, file, compiler } = place;
  const seen = new Set<string>();
  return declared.map((format, index) => {
    const pointer = `/printFormats/${index}`;
    const { id, title, open, off, roles, languages = locales, overlay, blocks } = format;
    const refuse = (message: string, code: string) =>
      compiler.error({ file, path: `${pointer}/id` }, message, { code, params: { name: id } });
    if (!id.startsWith(`${draft.id}.`))
      refuse(`The id of print format ${id} must begin with ${draft.id}.`, 'print-name');
    if (seen.has(id)) refuse(`There are two print formats ${id}. Give each its own id.`, 'print-exists');
    seen.add(id);
    const kind = format.for ?? 'record';
    return {
      ...{ id, entity: draft.id, title: title as PrintTexts, for: kind, roles, languages, overlay },
      ...{ open: open === true, off: off === true, isDefault: format.default === true, file, pointer },
      paper: paperOf(format.paper),
      ...(format.logo && { logo: logoOf(format.logo) }),
      header: edgeOf(format.header),
      footer: edgeOf(format.footer),
      blocks: blocks.map((block, at) =>
        compileBlock(block, { file, path: `${pointer}/blocks/${at}` }, { ...place, kind }),
      ),
    };
  });
}

const usualMargin = 18;

/** With the defaults of the language. */
export function paperOf({ size = 'letter', landscape = false, margins = {} }: Paper = {}): PaperModel {
  const { top, right, bottom, left } = { ...margins };
  return {
    ...{ size, landscape },
    margins: {
      ...{ top: top ?? usualMargin, right: right ?? usualMargin },
      ...{ bottom: bottom ?? usualMargin, left: left ?? usualMargin },
    },
  };
}

const usualHeight = 10;

function logoOf({ image, height = usualHeight }: PrintLogo): PrintLogoModel {
  const [head = '', data = ''] = image.split(';base64,');
  return { media: head.endsWith('png') ? 'image/png' : 'image/jpeg', data, height };
}

const edgeOf = ({ brand, text, pages, moment }: PrintEdge = {}): PrintEdgeModel => ({
  ...{ brand: brand === true, pages: pages === true, moment: moment === true },
  ...(text && { text: text as PrintTexts }),
});

type Compiling = RulesPlace & { readonly kind: PrintFormatModel['for'] };

function compileBlock(block: PrintBlock, at: Place, compiling: Compiling): PrintBlockModel {
  const { print, field, entity, through, width, text, fields = [], columns = 2, cells } = block;
  return {
    ...{ print, field, entity, through, width, fields, columns, pointer: at.path },
    ...(text && { text: text as PrintTexts }),
    ...(cells && { cells: cells.map(cellOf) }),
    if: condition(block.if, `${at.path}/if`, compiling),
    where: whereOf(block, at, compiling),
  };
}

const cellOf = ({ field, label, share, total }: PrintCell): PrintCellModel => ({
  ...{ field, share, total: total === true },
  ...(label && { label: label as PrintTexts }),
});

function condition(text: string | undefined, path: string, compiling: Compiling): Compiled | undefined {
  const { compiler, types, draft, file } = compiling;
  if (text === undefined) return undefined;
  return compiler.expression(
    text,
    { file, path },
    () => scopeOf({ types, entity: modelOf(types, draft).id })(),
    'boolean',
  );
}

function whereOf(block: PrintBlock, at: Place, { compiler, types, draft, kind }: Compiling) {
  if (block.where === undefined) return undefined;
  const of = { types, entity: draft.id, kind };
  return compiler.expression(
    block.where,
    { file: at.file, path: `${at.path}/where` },
    () => rowScope(of, block),
    'boolean',
  );
}
