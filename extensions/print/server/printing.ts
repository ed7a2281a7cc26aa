/** Prints records and lists: which format, what it shows, and the file. */
import { defaultPrint, type EntityModel, formatMessage, type PrintFormatModel } from '#engine';
import {
  authorizeReading,
  cleanFileName,
  missingWarnings,
  type OperationCall,
  type PrintedFile,
  type PrintedList,
  type PrintedRecord,
  type Printing,
  Refusal,
  refusals,
} from '#server/extension';
import { drawList } from './drawList.ts';
import type { Drawn } from './drawn.ts';
import { drawRecord } from './drawRecord.ts';
import { previewPrint } from './preview.ts';
import { writePrint } from './writePrint.ts';

export const printing: Printing = {
  record: printRecord,
  list: printList,
  preview: previewPrint,
  formats: formatsFor,
};

async function printRecord(
  call: OperationCall,
  { entity: name, id, format }: PrintedRecord,
): Promise<PrintedFile> {
  const entity = printedEntity(call, name);
  authorizeReading(call, entity);
  const chosen = formatNamed(call, entity, { kind: 'record', format });
  const drawn = await drawRecord(call, entity, {
    id,
    format: chosen ?? defaultPrint(call.runtime.model, entity),
  });
  return fileOf(call, drawn);
}

async function printList(call: OperationCall, asked: PrintedList): Promise<PrintedFile> {
  const chosen = formatNamed(call, asked.entity, { kind: 'list', format: asked.format });
  return fileOf(call, await drawList(call, asked, chosen));
}

/** Records that no route reads by their id are not printed either. */
function printedEntity({ runtime: { model } }: OperationCall, name: string): EntityModel {
  const entity = model.entities.get(name);
  const isRead = model.routes.some((route) => route.operation === 'get' && route.entity === name);
  if (!entity || !isRead) throw refusals.noSuchPath({ params: { path: `/print/${name}` } });
  return entity;
}

type Caller = Parameters<Printing['formats']>[0];

/** The default first. */
function formatsFor(
  call: Caller,
  { printFormats }: EntityModel,
  kind: PrintFormatModel['for'],
): readonly PrintFormatModel[] {
  const open = printFormats.filter((one) => one.for === kind && !one.off && isFor(one, call));
  return [...open.filter(({ isDefault }) => isDefault), ...open.filter(({ isDefault }) => !isDefault)];
}

const isFor = ({ roles }: PrintFormatModel, { user }: Caller): boolean =>
  roles === undefined || user.Roles.some((role) => roles.includes(role));

type Choosing = { readonly kind: PrintFormatModel['for']; readonly format: string | undefined };

/** Undefined: the layout that follows from the form, or from the columns of the list. */
function formatNamed(
  call: OperationCall,
  entity: EntityModel,
  { kind, format }: Choosing,
): PrintFormatModel | undefined {
  const open = formatsFor(call, entity, kind);
  const isSpoken = ({ languages }: PrintFormatModel) => languages.includes(call.locale);
  if (format === undefined) return open.find((one) => one.isDefault && isSpoken(one));
  if (format === defaultPrint(call.runtime.model, entity).id) return undefined;
  const found = open.find(({ id }) => id === format);
  if (!found) throw new Refusal('not-found', 'print.no-format', { params: { name: format.slice(0, 128) } });
  if (!isSpoken(found))
    throw new Refusal('validation', 'print.no-language', { params: { name: found.title[call.locale] } });
  return found;
}

async function fileOf(call: OperationCall, drawn: Drawn): Promise<PrintedFile> {
  const { model, ports } = call.runtime;
  const { bytes, missing } = await writePrint(
    {
      ...{ drawn, language: call.locale, moment: call.now, fonts: await ports.fonts?.() },
      pageOf: (page, pages) => formatMessage(model, call.locale, 'print.page', { page, pages }),
      tooLong: (limit) => new Refusal('too-large', 'print.too-long', { params: { limit } }),
    },
    call.budget,
  );
  return {
    content: bytes,
    name: cleanFileName(`${drawn.title}.pdf`, 'application/pdf'),
    warnings: [...drawn.warnings, ...missingWarnings(call, missing)],
  };
}
