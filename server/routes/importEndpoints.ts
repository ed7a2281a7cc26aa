/** `/import/{entity}`: records from a file, for entities whose policy allows it. */
import {
  type EntityModel,
  type FieldModel,
  formatMessage,
  isFilled,
  locales,
  namesRecord,
  type SheetRow,
  shownText,
  uniqueKey,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, flag, listOf, may, oneOf, type Static, sent, Type, text } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { allOf, equals } from '../operations/filters.ts';
import { importFields, importKeys } from '../sheets/importFields.ts';
import { importLimits } from '../sheets/importFile.ts';
import { type ImportInput, startImport } from '../sheets/importJob.ts';
import { sheetFormat } from '../sheets/sheetCell.ts';
import { sheetResponse } from '../sheets/sheetResponse.ts';
import { startUndo } from '../sheets/undoImport.ts';
import { fileForm } from './fileForm.ts';
import { receiveSheet } from './receiveSheet.ts';

export function importEndpoints(): readonly Endpoint[] {
  const common = {
    ids: [],
    access: { kind: 'login' },
    opens: (call: ApiCall) => void planOf(call),
  } as const;
  const path = '/import/{entity}';
  return [
    { ...common, method: 'GET', path, handle: describe },
    { ...common, method: 'POST', path, ...taking(importBody, start) },
    { ...common, method: 'POST', path: `${path}/file`, takes: fileForm, handle: upload },
    {
      ...{ ...common, method: 'GET', path: `${path}/template`, handle: template },
      asks: [askedText('format', 'xlsx or csv.')],
    },
    {
      ...{ ...common, ids: ['importId'], method: 'POST', path: `${path}/{importId}/undo` },
      ...{ takes: nothing, handle: undo },
    },
  ];
}

const importBody = sent({
  FileId: anId,
  Columns: listOf(
    sent({ At: Type.Integer({ minimum: 0, maximum: importLimits.columns - 1 }), Field: text }),
    { maxItems: importLimits.columns },
  ),
  Key: may(listOf(text, { maxItems: 20 })),
  Mode: oneOf('create', 'update', 'both'),
  IsTrial: may(flag),
});

/** The entity of the path; requires the right to import and to create or change its records. */
function planOf(call: ApiCall): EntityPlan {
  const { model } = call.runtime;
  const entity = model.entities.get(call.params.entity ?? '');
  if (!entity?.policy.import) throw refusals.noImport();
  const features = call.session?.features;
  authorize(entity.policy.import, features);
  authorize(entity.policy.view, features);
  const [mode] = modesOf(entity, call);
  if (!mode) authorize(entity.policy.create, features);
  return call.runtime.planOf(entity.id);
}

const modes = ['both', 'create', 'update'] as const;

/** The ways of importing that the person has the rights for. */
function modesOf({ policy }: EntityModel, { session }: ApiCall): readonly (typeof modes)[number][] {
  const [mayCreate, mayUpdate] = [policy.create, policy.update].map((one) =>
    isAllowed(one, session?.features),
  );
  return modes.filter((mode) => (mode === 'update' || mayCreate) && (mode === 'create' || mayUpdate));
}

/** Imports that the answer lists. */
const mostListed = 20;

async function describe(call: ApiCall): Promise<Response> {
  const plan = planOf(call);
  const { entity } = plan;
  const fields = importFields(plan, call.session?.features);
  const Modes = modesOf(entity, call);
  const isOthersToo = mayUndoOthers(call, entity);
  const { items } = await call.runtime.store.find({
    entity: 'import',
    filter: allOf([
      equals('Entity', entity.id),
      isOthersToo ? undefined : equals('CreatedBy', call.session?.user.UserName),
    ]) as NonNullable<ReturnType<typeof allOf>>,
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: 1, size: mostListed },
  });
  const told = [
    'Id',
    'FileName',
    'Status',
    'Created',
    'Updated',
    'Unchanged',
    'Kept',
    'CreatedDate',
    'CreatedBy',
  ];
  return json({
    Fields: fields.map((field) => ({
      Name: field.name,
      Label: labelOf(call, field),
      IsRequired: field.required && field.default === undefined,
    })),
    Keys: Modes.includes('update') ? importKeys(entity, fields) : [],
    Modes,
    Items: items.map((item) => ({
      ...Object.fromEntries(told.map((name) => [name, item[name] ?? null])),
      CanUndo: item.Status === 'done',
    })),
  });
}

/** One’s own import may always be undone; those of others by people who may change and delete the records. */
function mayUndoOthers({ session }: ApiCall, { policy }: EntityModel): boolean {
  return [policy.update, policy.remove].every((access) => isAllowed(access, session?.features));
}

const labelOf = ({ runtime: { model }, locale }: ApiCall, { label }: FieldModel): string =>
  formatMessage(model, locale, label);

function template(call: ApiCall): Response {
  const plan = planOf(call);
  const { model } = call.runtime;
  const columns = importFields(plan, call.session?.features).map((field) => ({
    title: labelOf(call, field),
    format: namesRecord(field) ? ('text' as const) : sheetFormat(field),
  }));
  const wanted = call.query().get('format') ?? 'xlsx';
  if (wanted !== 'xlsx' && wanted !== 'csv') throw refusals.badExport({ params: { value: wanted } });
  const name = formatMessage(model, call.locale, plan.entity.plural);
  return sheetResponse({ name, columns, rows: [] }, wanted);
}

async function upload(call: ApiCall): Promise<Response> {
  const plan = planOf(call);
  const received = await receiveSheet(call, shownRows * 10, ({ head, first }) => ({
    Columns: columnsIn(call, plan, head, first),
  }));
  return json(received, 201);
}

/** Rows whose values the answer shows. */
const shownRows = 3;
const longestShown = 80;

function columnsIn(call: ApiCall, plan: EntityPlan, head: SheetRow, first: readonly SheetRow[]) {
  const fields = importFields(plan, call.session?.features);
  const byTitle = new Map(
    fields.flatMap((field) => titlesOf(call, field).map((title) => [title, field.name])),
  );
  const taken = new Set<string>();
  const rows = first.slice(0, shownRows);
  const width = Math.max(head.values.length, ...rows.map(({ values }) => values.length));
  return Array.from({ length: Math.min(width, importLimits.columns) }, (_, At) => {
    const Title = shownText(head.values[At]).slice(0, longestShown);
    const found = byTitle.get(uniqueKey(Title));
    const Field = found !== undefined && !taken.has(found) ? found : null;
    if (Field) taken.add(Field);
    const Samples = rows.map(({ values }) => shownText(values[At]).slice(0, longestShown));
    return { At, Title, Field, Samples };
  }).filter(({ At, Title, Samples }) => Title !== '' || Samples.some(Boolean) || isFilled(head.values[At]));
}

/** A column is recognised by the name of the field, or its label in any language. */
function titlesOf({ runtime: { model } }: ApiCall, field: FieldModel): readonly string[] {
  const names = [field.name, field.expand?.as ?? field.name];
  return [...names, ...locales.map((locale) => formatMessage(model, locale, field.label))].map(uniqueKey);
}

async function start(call: ApiCall, body: Static<typeof importBody>): Promise<Response> {
  const plan = planOf(call);
  const { Columns, Mode } = body;
  const Key = body.Key ?? [];
  if (!modesOf(plan.entity, call).includes(Mode)) {
    if (Mode !== 'update') authorize(plan.entity.policy.create, call.session?.features);
    authorize(plan.entity.policy.update, call.session?.features);
  }
  refuseMapping(call, plan, { Columns, Key, Mode });
  const FileId = body.FileId.toLowerCase();
  const file = await call.runtime.store.get('file', FileId);
  if (!file || file.CreatedBy !== call.session?.user.UserName)
    throw refusals.noSuchRecord({ params: { entity: 'entity.file', id: FileId } });
  const operation = operationCall(call);
  const ImportId = body.IsTrial ? undefined : call.ports.newId();
  const input: ImportInput = {
    ...{ Entity: plan.entity.id, FileId, FileName: String(file.Name), Columns, Key, Mode },
    ...{ Zone: zoneOf(call), StartedAt: operation.now, ...(ImportId && { ImportId }) },
  };
  return json({ JobId: await startImport(operation, input), ImportId: ImportId ?? null }, 202);
}

type Mapping = Pick<ImportInput, 'Columns' | 'Key' | 'Mode'>;

function refuseMapping(call: ApiCall, plan: EntityPlan, { Columns, Key, Mode }: Mapping): void {
  const fields = importFields(plan, call.session?.features);
  const known = new Set(fields.map(({ name }) => name));
  if (Columns.length === 0) throw refusals.noImportColumns();
  for (const [at, { At, Field }] of Columns.entries()) {
    const field = Field.slice(0, 64);
    if (!known.has(Field)) throw refusals.noImportField({ params: { field } });
    const isTwice = Columns.slice(0, at).some((one) => one.At === At || one.Field === Field);
    if (isTwice) throw refusals.importColumnTwice({ params: { field } });
  }
  if (Key.length === 0 && Mode !== 'create') throw refusals.importNeedsKey();
  const isOffered = importKeys(plan.entity, fields).some((names) => names.join() === Key.join());
  const isMapped = Key.every((name) => Columns.some(({ Field }) => Field === name));
  if (Key.length > 0 && !(isOffered && isMapped))
    throw refusals.noImportKey({ params: { fields: Key.join(', ').slice(0, 100) } });
}

async function undo(call: ApiCall): Promise<Response> {
  const { entity } = planOf(call);
  const id = (call.params.importId ?? '').toLowerCase();
  const known = await call.runtime.store.get('import', id);
  const isOwn = known?.CreatedBy === call.session?.user.UserName;
  // An import of others is refused like a missing one.
  if (!known || known.Entity !== entity.id || !(isOwn || mayUndoOthers(call, entity)))
    throw refusals.noSuchRecord({ params: { entity: 'entity.import', id } });
  if (known.Status !== 'done') throw refusals.importNotUndoable();
  const input = { Entity: entity.id, ImportId: id };
  return json({ JobId: await startUndo(operationCall(call), input, String(known.FileName)) }, 202);
}
