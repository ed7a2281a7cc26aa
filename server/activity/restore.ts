/** Restores a field, or all fields as of an earlier moment, through the ordinary write. */
import { accessOfRoute, type DataRecord, formatMessage, type RouteModel, sameValue } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf } from '../operations/filters.ts';
import { loadRecord } from '../operations/loadRecord.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { isSigned, withoutDrawing } from '../operations/signatures.ts';
import { idsIn, storedField } from '../operations/storedFields.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import type { Around } from './aroundRecord.ts';
import { about } from './aroundRecord.ts';
import type { All } from './readers.ts';

/** Changes that one restore reads. */
const mostRead = 5000;

type RestoreSent = {
  /** A change in the history. */
  readonly Entry: string;
  /** `field`: what the change replaced; `record`: every field as it was right after the change. */
  readonly What: 'field' | 'record';
  readonly IsTrial?: boolean | null;
  readonly Revision?: number | null;
};

/** Why a field stays as it is: the message `activity.restore.left.<reason>`. */
type Reason = 'gone' | 'computed' | 'signed' | 'state' | 'right' | 'reference' | 'translation' | 'rule';

type Target = { readonly field: string; readonly value: unknown };
type Left = { readonly field: string; readonly reason: Reason };

/** Thrown to roll a trial back. */
class Tried extends Error {
  readonly answer: DataRecord;

  constructor(answer: DataRecord) {
    super('tried');
    this.answer = answer;
  }
}

/** The fields that are restored, and those that are not, each with its reason. */
export async function restore(all: All, around: Around, sent: RestoreSent): Promise<DataRecord> {
  const targets = await targetsOf(all, around, sent);
  try {
    return await inTransaction(around.call, async (scope) => {
      const answer = await restoreWithin(scope, around, { targets, sent });
      if (sent.IsTrial) throw new Tried(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Tried) return error.answer;
    throw error;
  }
}

type Restoring = { readonly targets: readonly Target[]; readonly sent: RestoreSent };

async function restoreWithin(
  scope: WriteScope,
  around: Around,
  { targets, sent }: Restoring,
): Promise<DataRecord> {
  const { plan, id } = around;
  const { wanted, left } = await sorted(scope, around, targets);
  const { route, fields } = routeFor(around, wanted);
  const written = wanted.filter(({ field }) => fields.includes(field));
  const closed = wanted.filter(({ field }) => !fields.includes(field));
  if (written.length > 0)
    await updateWithin(scope, plan, {
      id,
      input: Object.fromEntries(written.map(({ field, value }) => [field, value])),
      fields: written.map(({ field }) => field),
      ...(typeof sent.Revision === 'number' && { revision: sent.Revision }),
      ...(route?.as && { action: route.as }),
    });
  const after = await loadRecord(scope, plan, id);
  const done = written.filter((target) => isStored(around, after, target));
  const ruled = written.filter((target) => !done.includes(target));
  const Left = [
    ...left,
    ...closed.map(({ field }) => ({ field, reason: 'right' as const })),
    ...ruled.map(({ field }) => ({ field, reason: 'rule' as const })),
  ];
  return {
    Fields: done.map(({ field }) => ({ Field: field, Label: labelOf(around, field) })),
    Left: Left.map((one) => leftOf(around, one)),
    Revision: after.Revision,
  };
}

/** What differs from the record, and what of it cannot be written. */
async function sorted(scope: WriteScope, around: Around, targets: readonly Target[]) {
  const previous = await loadRecord(scope, around.plan, around.id);
  const left: Left[] = [];
  const wanted: Target[] = [];
  for (const target of targets) {
    if (isStored(around, previous, target)) continue;
    const reason = await whyNot(scope, around, target);
    if (reason) left.push({ field: target.field, reason });
    else wanted.push(target);
  }
  return { wanted, left };
}

function isStored({ plan }: Around, record: DataRecord, { field: name, value }: Target): boolean {
  const field = plan.stored.find((one) => one.name === name);
  if (!field) return false;
  const stored = storedField(plan.stored, field, record) ?? null;
  return sameValue(withoutDrawing(field, stored), withoutDrawing(field, value));
}

/** The values to restore. Changes that the caller may not see are not among them. */
async function targetsOf(
  { runtime: { store } }: All,
  around: Around,
  { Entry, What }: RestoreSent,
): Promise<readonly Target[]> {
  const entry = await store.get('history', Entry);
  const isOfRecord = entry?.Entity === around.plan.entity.id && entry?.RecordId === around.id;
  if (!entry || !isOfRecord || !isSeen(around, String(entry.Field)))
    throw refusals.noSuchRecord({ params: { entity: 'entity.history', id: Entry } });
  if (What === 'record') return targetsAfter(store, around, entry.ChangedAt);
  if (!isField(entry.Field)) throw refusals.nothingToRestore();
  return [{ field: entry.Field, value: entry.PreviousValue ?? null }];
}

/** What the first change after the moment replaced, by field. */
async function targetsAfter(
  store: All['runtime']['store'],
  around: Around,
  moment: unknown,
): Promise<readonly Target[]> {
  const later = { kind: 'compare', path: 'ChangedAt', operator: 'gt', value: moment } as const;
  const { items, total } = await store.find({
    ...{ entity: 'history', filter: allOf([about(around), later]), total: true },
    ...{ page: { number: 1, size: mostRead }, sort: [{ path: 'ChangedAt', direction: 'asc' }] },
  });
  if ((total ?? 0) > mostRead) throw refusals.tooMuchToRestore({ params: { limit: mostRead } });
  const first = new Map<string, unknown>();
  for (const { Field, PreviousValue } of items)
    if (isField(Field) && isSeen(around, Field) && !first.has(Field)) first.set(Field, PreviousValue ?? null);
  return [...first].map(([field, value]) => ({ field, value }));
}

/** Not the creation, a copy or the note on a step. */
const isField = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && !name.startsWith('$');

function isSeen({ plan, call }: Around, path: string): boolean {
  const view = plan.entity.policy.fields[path.split(/[. ]/)[0] ?? '']?.view;
  return !view || isAllowed(view, call.features);
}

async function whyNot(scope: WriteScope, { plan, call }: Around, { field: name, value }: Target) {
  if (/ \([a-z]{2}-[A-Z]{2}\)$/.test(name)) return 'translation' satisfies Reason;
  const field = plan.stored.find((one) => one.name === name);
  if (!field) return 'gone' satisfies Reason;
  if (plan.entity.workflow?.field === name) return 'state' satisfies Reason;
  if (isSigned(field)) return 'signed' satisfies Reason;
  if (plan.managed.has(name) || field.sequence) return 'computed' satisfies Reason;
  const write = plan.entity.policy.fields[name]?.write;
  if (write && !isAllowed(write, call.features)) return 'right' satisfies Reason;
  const target = field.ref?.entity ?? (field.file ? 'file' : undefined);
  const ids = target === undefined ? [] : [...new Set(idsIn(value))];
  if (target === undefined || ids.length === 0) return undefined;
  const there = await scope.session.getMany(target, ids);
  return there.length < ids.length ? ('reference' satisfies Reason) : undefined;
}

/** A route that updates records and is open to the caller, with the fields that it takes. */
function routeFor({ plan, call }: Around, wanted: readonly Target[]) {
  const { model } = call.runtime;
  const names = wanted.map(({ field }) => field);
  const updating = updatingRoutes(model.routes, plan.entity.id);
  const [first] = updating;
  if (!first) throw refusals.noRestore();
  const open = updating.filter((route) => isAllowed(accessOfRoute(model, route), call.features));
  if (open.length === 0) authorize(accessOfRoute(model, first), call.features);
  const takes = ({ fields }: RouteModel) => names.filter((name) => !fields || fields.includes(name));
  const [route] = [...open].sort((one, other) => takes(other).length - takes(one).length);
  return { route, fields: route ? takes(route) : [] };
}

const updatingRoutes = (routes: readonly RouteModel[], id: string): readonly RouteModel[] =>
  routes.filter(({ entity, operation, set, any }) => entity === id && operation === 'update' && !set && !any);

export function mayRestore({ plan, call, activity }: Around): boolean {
  const { model } = call.runtime;
  return (
    activity.restore &&
    updatingRoutes(model.routes, plan.entity.id).some((route) =>
      isAllowed(accessOfRoute(model, route), call.features),
    )
  );
}

const labelOf = ({ plan, call }: Around, name: string): string => {
  const field = plan.entity.fieldByPath.get(name);
  return field ? formatMessage(call.runtime.model, call.locale, field.label) : name;
};

function leftOf(around: Around, { field, reason }: Left): DataRecord {
  const Label = labelOf(around, field);
  const { model } = around.call.runtime;
  const Reason = formatMessage(model, around.call.locale, `activity.restore.left.${reason}`);
  return { Field: field, Label, Reason };
}
