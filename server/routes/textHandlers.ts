/** Reads and writes the translatable texts of a record and all it owns, also as a spreadsheet. */
import type { RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, listOf, may, oneOf, type Static, sent, Type, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { inTransaction } from '../operations/OperationCall.ts';
import { readForm } from '../sheets/readForm.ts';
import { sheetResponse } from '../sheets/sheetResponse.ts';
import { entriesOf, textRecords } from '../texts/findTexts.ts';
import { type SentText, takeTexts } from '../texts/setTexts.ts';
import { takeTextSheet, textTable } from '../texts/textSheet.ts';
import { fileForm } from './fileForm.ts';
import type { Handler, MakeHandler } from './Handler.ts';

/** Budget factor: each text is a separate write. */
const longerThanOne = 15;
/** More than a person edits on a screen; a spreadsheet may have more. */
const mostTexts = 20_000;

/** `GET /product/{id}/localization`: a list of texts, each with its value in every language. */
export const textsHandler: MakeHandler = (route, runtime) => {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const operation = operationCall(call);
    const records = await textRecords(
      { call: operation, session: call.runtime.store },
      plan,
      idOf(route, call.params),
    );
    return json(entriesOf(operation, records), route.status);
  };
};

/** `PUT /product/{id}/localization`: changes the texts sent, keeps the others; answers all. */
export const setTextsHandler: MakeHandler = (route, runtime) => {
  const plan = runtime.planOf(route.entity);
  return taking(textsBody, async (call, body) => {
    const asked = operationCall(call);
    const operation = { ...asked, budget: asked.budget.times(longerThanOne) };
    const texts = sentTexts(body);
    const id = idOf(route, call.params);
    const entries = await inTransaction(operation, async (scope) => {
      const { issues } = await takeTexts(scope, plan, id, texts);
      if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
      return entriesOf(operation, await textRecords(scope, plan, id));
    });
    return json(entries, route.status);
  });
};

/** `GET /product/{id}/localization/export`: a file that the import accepts again. */
export const exportTextsHandler: MakeHandler = (route, runtime) => {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const operation = operationCall(call);
    const from = { call: operation, session: call.runtime.store };
    const id = idOf(route, call.params);
    const { user, today, now } = operation;
    const record = await loadRecord(from, plan, id);
    const name = route.fileName?.evaluate({ root: record, vars: { user, today, now } });
    return sheetResponse(await textTable(from, plan, id, String(name ?? route.entity)), 'xlsx');
  };
};

/** `POST /resource/entitylocalizations/import`: the file itself names the records of its texts. */
export const importTextsHandler: MakeHandler = (route, runtime) => {
  const plan = runtime.planOf(route.entity);
  const handle: Handler = async (call) => {
    const limit = runtime.model.settings.fileLimitBytes;
    const { bytes, name } = await readForm(call.request, { limit, locale: call.locale });
    return json({ FileName: name, ...(await takeTextSheet(operationCall(call), plan, bytes)) }, route.status);
  };
  return { takes: fileForm, handle };
};

/** Same shape as the answer. */
const textsBody = listOf(
  sent({
    EntityType: text,
    EntityId: anId,
    Property: text,
    Name: may(
      Type.Unsafe<string>({ type: 'string', description: 'What the record is called; not taken back.' }),
    ),
    Localizations: listOf(sent({ LanguageCultureName: oneOf('en-CA', 'fr-CA'), Value: may(text) })),
  }),
);

const idOf = ({ idParameter = '' }: RouteModel, params: Readonly<Record<string, string>>): string =>
  String(params[idParameter]).toLowerCase();

/** `[{ EntityType, EntityId, Property, Localizations: [{ LanguageCultureName, Value }] }]`. */
function sentTexts(body: Static<typeof textsBody>): readonly SentText[] {
  const texts = body.flatMap((entry, index): readonly SentText[] =>
    entry.Localizations.map((one, at) => ({
      entity: entry.EntityType,
      id: entry.EntityId,
      property: entry.Property,
      language: one.LanguageCultureName,
      value: one.Value ?? null,
      place: { path: `/${index}/Localizations/${at}/Value` },
    })),
  );
  if (texts.length > mostTexts) throw refusals.tooManyTexts({ params: { limit: mostTexts } });
  return texts;
}
