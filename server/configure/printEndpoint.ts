/** `/configure/print/preview`: a print format that is being written, with the values of a record. */
import { checkChange, type PrintFormatChange, printFormatOf } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, anObject, may, type Static, sent } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { authorizeReading } from '../operations/mayReadAny.ts';
import type { Printing } from '../operations/OperationCall.ts';
import { configuring } from './draftEndpoints.ts';

const previewBody = sent({ Change: anObject, RecordId: may(anId) });

/** None in an application whose extensions print nothing. */
export function printEndpoints(printing: Printing | undefined): readonly Endpoint[] {
  if (!printing) return [];
  return [
    {
      ...{ ...configuring, method: 'POST', path: '/configure/print/preview' },
      ...taking(previewBody, (call, body) => preview(printing, call, body)),
    },
  ];
}

/** Nothing is kept; only what the caller may see is shown. */
async function preview(
  printing: Printing,
  call: ApiCall,
  { Change, RecordId }: Static<typeof previewBody>,
): Promise<Response> {
  const given = { ...(Change as object), kind: 'printFormat' } as PrintFormatChange;
  const [wrong] = checkChange(given).filter(({ level }) => level === 'error');
  if (wrong) throw refusals.badQuery({ message: `overlay.${wrong.code}`, params: wrong.params });
  const { kind: _kind, name, was: _was, $schema: _schema, title, blocks, ...words } = given;
  const { model } = call.runtime;
  const entity = model.entities.get(name.split('.')[0] ?? '');
  if (!entity || !title || !blocks)
    throw refusals.noSuchRecord({ params: { entity: 'configure.print', id: name } });
  const operation = operationCall(call);
  authorizeReading(operation, entity);
  const format = printFormatOf(model, entity, { ...words, id: name, title, blocks });
  if (!format) throw refusals.noSuchRecord({ params: { entity: 'configure.print', id: name } });
  return json(await printing.preview(operation, { entity, format, id: RecordId ?? undefined }));
}
