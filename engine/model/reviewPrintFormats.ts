/** Reviews print formats over the whole model: the fields they print, their templates and roles. */
import type { PrintBlock } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import { resolvePath } from '../query/paths.ts';
import { namesRecord } from '../query/refersToOne.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { PrintBlockModel, PrintFormatModel, PrintTexts } from '../types/printTypes.ts';
import type { Compiler } from './compiler.ts';
import { printedRows } from './printedRows.ts';
import { textScope } from './printScope.ts';
import { findingOf, templateProblems } from './templateProblems.ts';

export function reviewPrintFormats(model: Model, compiler: Compiler): void {
  for (const entity of model.entities.values()) {
    for (const format of entity.printFormats) reviewFormat({ model, compiler, entity, format });
    for (const kind of ['record', 'list'] as const) reviewDefaults(entity, kind, compiler);
  }
}

type Reviewing = {
  readonly model: Model;
  readonly compiler: Compiler;
  readonly entity: EntityModel;
  readonly format: PrintFormatModel;
};

function reviewDefaults(entity: EntityModel, kind: PrintFormatModel['for'], compiler: Compiler): void {
  const [, second] = entity.printFormats.filter((one) => one.for === kind && one.isDefault && !one.off);
  if (!second) return;
  compiler.error(
    { file: second.file, path: `${second.pointer}/default` },
    `${entity.id} has two default print formats for a ${kind}. Keep one.`,
    { code: 'print-defaults', params: { name: second.id } },
  );
}

function reviewFormat(reviewing: Reviewing): void {
  const { model, compiler, format } = reviewing;
  const { file, pointer } = format;
  for (const [index, role] of (format.roles ?? []).entries())
    if (!model.roles.has(role))
      compiler.error({ file, path: `${pointer}/roles/${index}` }, `There is no role ${role}.`, {
        code: 'print-role',
        params: { role },
      });
  for (const edge of ['header', 'footer'] as const)
    reviewTexts(format[edge].text, `${pointer}/${edge}/text`, reviewing);
  for (const block of format.blocks) reviewBlock(block, reviewing);
}

/** The words that mean something to a block, and those it needs. */
const words: Readonly<Record<PrintBlock['print'], readonly (keyof PrintBlockModel)[]>> = {
  heading: ['text'],
  text: ['text'],
  fields: ['text', 'fields'],
  table: ['text', 'field', 'entity', 'through', 'where', 'cells'],
  divider: [],
  picture: ['field', 'width'],
  signature: ['text'],
  break: [],
};
const needed: Readonly<Partial<Record<PrintBlock['print'], keyof PrintBlockModel>>> = {
  ...{ heading: 'text', text: 'text', fields: 'fields', picture: 'field' },
};
const judged = ['text', 'fields', 'field', 'entity', 'through', 'where', 'cells', 'width'] as const;

const isSet = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

function reviewBlock(block: PrintBlockModel, reviewing: Reviewing): void {
  const { compiler, format } = reviewing;
  const at = (word: string) => ({ file: format.file, path: `${block.pointer}/${word}` });
  for (const word of judged)
    if (isSet(block[word]) && !words[block.print].includes(word))
      compiler.error(at(word), `"${word}" means nothing for ${block.print}.`, {
        code: 'print-word',
        params: { word, block: block.print },
      });
  const missing = needed[block.print];
  if (missing && !isSet(block[missing]))
    compiler.error(at(missing), `The block ${block.print} needs "${missing}".`, {
      code: 'print-missing',
      params: { word: missing, block: block.print },
    });
  reviewTexts(block.text, `${block.pointer}/text`, reviewing);
  for (const [index, path] of block.fields.entries())
    reviewPath(reviewing.entity, path, `${block.pointer}/fields/${index}`, reviewing);
  if (block.print === 'picture') reviewPicture(block, reviewing);
  if (block.print === 'table') reviewTable(block, reviewing);
  if (format.for === 'list' && (block.print === 'fields' || block.print === 'picture'))
    compiler.error(at('print'), `A list has no record to print ${block.print} of.`, {
      code: 'print-of-list',
      params: { block: block.print },
    });
}

function reviewTexts(texts: PrintTexts | undefined, path: string, reviewing: Reviewing): void {
  const { model, compiler, format, entity } = reviewing;
  const types = { entities: model.entities, lookups: model.lookups };
  const scope = textScope({ types, entity: entity.id, kind: format.for });
  for (const [locale, text] of Object.entries(texts ?? {})) {
    const place = { file: format.file, path: `${path}/${locale}` };
    for (const problem of templateProblems(text, { model, compiler, scope, place }))
      compiler.error(
        place,
        `${problem.message}: ${JSON.stringify(problem.params)}`,
        findingOf(problem, 'print-template'),
      );
  }
}

/** A field that is not there is an error; one that a role of the format may not see is a warning. */
function reviewPath(of: EntityModel, path: string, pointer: string, reviewing: Reviewing): void {
  const { model, compiler, format } = reviewing;
  const place = { file: format.file, path: pointer };
  const found = resolvePath(model.entities, of, path);
  if (!found) {
    compiler.error(place, `${of.id} has no field ${path}.`, {
      code: 'no-field',
      params: { entity: of.id, field: path },
    });
    return;
  }
  for (const field of [...found.through, found.field])
    compiler.use(`field:${field.entity}.${field.path}`, place);
  const view = of.policy.fields[path.split('.')[0] as string]?.view;
  if (view?.kind !== 'feature') return;
  const blind = (format.roles ?? []).filter((role) => {
    const held = model.roles.get(role)?.features ?? [];
    return !view.anyOf.some((feature) => held.includes(feature) || held.includes('*'));
  });
  for (const role of blind)
    compiler.warn(
      place,
      `People with the role ${role} do not see ${path} of ${of.id}: it is left out for them.`,
      {
        code: 'print-hidden',
        params: { role, field: path },
      },
    );
}

function reviewPicture(block: PrintBlockModel, { model, compiler, entity, format }: Reviewing): void {
  const field = resolvePath(model.entities, entity, block.field ?? '')?.field;
  if (block.field === undefined || (field && kinds[field.kind].isPicture)) return;
  compiler.error(
    { file: format.file, path: `${block.pointer}/field` },
    `${block.field} of ${entity.id} is no picture.`,
    { code: 'print-picture', params: { field: block.field } },
  );
}

function reviewTable(block: PrintBlockModel, reviewing: Reviewing): void {
  const { model, compiler, entity, format } = reviewing;
  const at = (word: string) => ({ file: format.file, path: `${block.pointer}/${word}` });
  const rows = printedRows(model, entity, { block, kind: format.for });
  if (!rows) {
    const name = block.entity ? `${block.entity}.${block.through ?? ''}` : (block.field ?? '');
    compiler.error(at(block.entity ? 'through' : 'field'), `${name} leads to no rows of ${entity.id}.`, {
      code: 'print-rows',
      params: { name, entity: entity.id },
    });
    return;
  }
  for (const [index, cell] of (block.cells ?? []).entries()) {
    const found = rows.resolve(cell.field);
    const pointer = `${block.pointer}/cells/${index}`;
    if (!found) {
      compiler.error(
        { file: format.file, path: `${pointer}/field` },
        `The rows have no field ${cell.field}.`,
        {
          code: 'no-field',
          params: { entity: rows.name, field: cell.field },
        },
      );
      continue;
    }
    compiler.use(`field:${found.field.entity}.${found.field.path}`, {
      file: format.file,
      path: `${pointer}/field`,
    });
    if (cell.total && (!kinds[found.field.kind].query.isSummed || namesRecord(found.field)))
      compiler.error({ file: format.file, path: `${pointer}/total` }, `${cell.field} cannot be added up.`, {
        code: 'print-total',
        params: { field: cell.field },
      });
  }
}
