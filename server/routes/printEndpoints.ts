/** `/print/{entity}/{id}`: a record as PDF, and the formats there are. */
import { defaultPrintName, type EntityModel, formatMessage, type Locale, locales } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { warningsHeader } from '../files/warningsHeader.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Asks, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { inFileTurn } from '../http/fileTurns.ts';
import { operationCall } from '../http/operationCall.ts';
import { json, text } from '../http/respond.ts';
import { authorizeReading } from '../operations/mayReadAny.ts';
import type { PrintedFile, Printing, Runtime } from '../operations/OperationCall.ts';

/** None in an application whose extensions print nothing. */
export function printEndpoints({ printing }: Pick<Runtime, 'printing'>): readonly Endpoint[] {
  if (!printing) return [];
  const shared = { method: 'GET', access: { kind: 'login' }, isForKeys: true } as const;
  return [
    { ...shared, path: '/print/{entity}', ids: [], handle: (call) => formats(call, printing) },
    {
      ...{ ...shared, path: '/print/{entity}/{id}', ids: ['id'], asks: printAsks },
      handle: async (call) => {
        const entity = entityOf(call);
        const { id = '' } = call.params;
        const asked = { entity: entity.id, id, format: askedFormat(call) };
        return inFileTurn(call, async () => printed(await printing.record(printCall(call), asked)));
      },
    },
  ];
}

/** Of prints of records and of lists. */
export const printAsks: Asks = [
  askedText('printFormat', 'The id of a print format. Absent: the default one of the entity.'),
  {
    name: 'printLanguage',
    schema: { enum: [...locales] },
    description: 'The language of the print. Absent: that of the call.',
  },
];

export const askedFormat = (call: ApiCall): string | undefined =>
  call.query().get('printFormat') ?? undefined;

/** Printing is given more time than a page of records. */
const patience = 6;

export function printCall(call: ApiCall) {
  const language = call.query().get('printLanguage') as Locale | null;
  const operation = operationCall(call);
  return { ...operation, locale: language ?? call.locale, budget: call.budget.times(patience) };
}

/** Shown in the browser; nothing is cached. */
export function printed({ content, name, warnings }: PrintedFile): Response {
  return text(content, 'application/pdf', {
    ...warningsHeader(warnings),
    'cache-control': 'no-store',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
    vary: 'Accept-Language, Cookie, Authorization',
  });
}

function entityOf(call: ApiCall): EntityModel {
  const entity = call.runtime.model.entities.get(call.params.entity ?? '');
  if (!entity) throw refusals.noSuchPath({ params: { path: call.path } });
  const { key } = call.session ?? {};
  if (key?.entities && !key.entities.has(entity.id))
    throw refusals.keyEntity({ params: { entity: `entity.${entity.id}` } });
  authorizeReading({ runtime: call.runtime, features: call.session?.features ?? new Set() }, entity);
  return entity;
}

function formats(call: ApiCall, printing: Printing): Response {
  const entity = entityOf(call);
  const operation = operationCall(call);
  const own = (['record', 'list'] as const).flatMap((kind) => printing.formats(operation, entity, kind));
  const declared = own.map((format) => ({
    ...{ Id: format.id, Title: format.title[call.locale], For: format.for },
    ...{ IsDefault: format.isDefault, Languages: format.languages },
  }));
  const standard = (kind: 'record' | 'list') => ({
    Id: defaultPrintName(entity),
    Title: formatMessage(call.runtime.model, call.locale, 'print.standard'),
    ...{ For: kind, IsDefault: !own.some((one) => one.for === kind && one.isDefault), Languages: locales },
  });
  return json({ Items: [...declared, standard('record'), standard('list')] });
}
