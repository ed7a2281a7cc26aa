/** Holds what was sent through a form to its fields, its offers and its files. */
import { type DataRecord, type EntityModel, holdsFiles, type Issue, type PublicFormModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { heldRecord } from '../operations/heldRecord.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { filesOf } from './challenge.ts';
import { offeredAmong, targetOf } from './offers.ts';

type Sending = {
  readonly call: OperationCall;
  readonly form: PublicFormModel;
  /** The fields that may be sent. */
  readonly names: readonly string[];
};

/** The record in the body; any other field is refused, whatever it holds. */
export function heldValues({ call, form, names }: Sending, values: DataRecord): DataRecord {
  const entity = call.runtime.model.entities.get(form.entity) as EntityModel;
  const known = new Set(names);
  const held = heldRecord(call, entity, values);
  const beyond = [...Object.keys(values), ...Object.keys(held)].filter((name) => !isKnown(known, name));
  if (beyond.length > 0)
    throw refusals.unknownFields({ params: { names: [...new Set(beyond)].slice(0, 20) } });
  return held;
}

const isKnown = (known: ReadonlySet<string>, name: string): boolean =>
  known.has(name) || [...known].some((one) => one.toLowerCase() === name.toLowerCase());

type Checking = Sending & {
  readonly session: StoreSession;
  readonly challenge: string;
  /** The record as it was, when a link changes one. */
  readonly previous?: DataRecord | undefined;
};

/** Throws with findings at the fields. */
export async function refuseBeyondForm(checking: Checking, values: DataRecord): Promise<void> {
  const { form, names } = checking;
  const issues = [
    ...form.fields
      .filter(({ field, required }) => required && names.includes(field) && isEmpty(values[field]))
      .map(({ field }) => issueAt(field, 'validation.required')),
    ...(await notOffered(checking, values)),
    ...(await notSent(checking, values)),
  ];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: form.entity });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const issueAt = (field: string, message: string): Issue => ({
  ...{ rule: message, path: `/${field}`, level: 'error', message, params: {} },
});

const idsIn = (value: unknown): readonly string[] =>
  [value ?? []].flat().flatMap((entry) => {
    const id = typeof entry === 'object' && entry !== null ? (entry as DataRecord).Id : entry;
    return typeof id === 'string' && id !== '' ? [id.toLowerCase()] : [];
  });

async function notOffered(checking: Checking, values: DataRecord): Promise<readonly Issue[]> {
  const { call, session, form, previous } = checking;
  const issues: Issue[] = [];
  for (const field of form.fields) {
    const target = targetOf(call, form, field);
    const known = new Set(idsIn(previous?.[field.field]));
    const ids = idsIn(values[field.field]).filter((id) => !known.has(id));
    if (!target || ids.length === 0) continue;
    const found = await offeredAmong({ call, session }, { target, field, ids });
    if (ids.some((id) => !found.has(id))) issues.push(issueAt(field.field, 'form.not-offered'));
  }
  return issues;
}

/** Files of others do not exist for the form, whatever their ids. */
async function notSent(checking: Checking, values: DataRecord): Promise<readonly Issue[]> {
  const { call, session, form, challenge, previous } = checking;
  const entity = call.runtime.model.entities.get(form.entity) as EntityModel;
  const sent = new Set(await filesOf(call.runtime, session, challenge));
  return form.fields.flatMap(({ field: name }): readonly Issue[] => {
    const field = entity.fieldByPath.get(name);
    if (!field || !holdsFiles(field)) return [];
    const known = new Set(idsIn(previous?.[name]));
    const isForeign = idsIn(values[name]).some((id) => !known.has(id) && !sent.has(id));
    return isForeign ? [issueAt(name, 'file.not-yours')] : [];
  });
}
