import { useCallback, useEffect, useState } from 'react';
import { type DataRecord, type FieldModel, type FormState, refersToMany } from '#engine';
import { isCrashing } from '../data/crash.ts';
import { forgetWork, type KeptWork, keepWork, readKept } from '../data/keptWork.ts';

type Draft = KeptWork<DataRecord>;

export type DraftOffer = {
  /** Unsaved work from before a reload. */
  readonly found: Draft | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
  /** Call after the work was saved or discarded. */
  readonly clear: () => void;
  /** Keeps the current changes and offers them, before the form resets to the stored values. */
  readonly offer: () => void;
  /** Keeps changes for the next visit of this form. */
  readonly keep: (changes: DataRecord) => void;
};

/** How often changes are kept while typing, in milliseconds. */
const INTERVAL = 1000;

/** Keeps the changed fields of a form in session storage and offers them after a reload. */
export function useDraft(form: FormState, key: string): DraftOffer {
  const [found, setFound] = useState(() => worthOffering(form, readKept(key)));
  useEffect(() => keepDraft(form, key), [form, key]);
  const clear = useCallback(() => {
    forgetWork(key);
    setFound(undefined);
  }, [key]);
  const restore = useCallback(() => {
    if (found) applyDraft(form, found);
    setFound(undefined);
  }, [form, found]);
  const keep = useCallback(
    (changes: DataRecord) => keepWork(key, changes, form.stored().Revision),
    [form, key],
  );
  const offer = useCallback(() => setFound(keep(changesOf(form))), [form, keep]);
  return { found, restore, discard: clear, clear, offer, keep };
}

/** Drops a draft whose changes did reach the server. */
function worthOffering(form: FormState, draft: Draft | undefined): Draft | undefined {
  const stored = form.stored();
  const isNews = ([name, value]: [string, unknown]) =>
    JSON.stringify(stored[name] ?? null) !== JSON.stringify(value ?? null);
  return draft && Object.entries(draft.changes).some(isNews) ? draft : undefined;
}

/** Writes while there are changes, and on page unload; a clean form leaves an existing draft alone. */
function keepDraft(form: FormState, key: string): () => void {
  let last: DataRecord | undefined;
  const write = () => {
    const record = form.record();
    if (record === last || !form.status().dirty) return;
    last = record;
    keepWork(key, changesOf(form), form.stored().Revision);
  };
  const timer = setInterval(write, INTERVAL);
  window.addEventListener('pagehide', write);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', write);
    if (isCrashing()) return write();
    // Navigation inside the application has asked first; only a reload has not.
    forgetWork(key);
  };
}

/** Fields that differ from the stored record. */
export function changesOf(form: FormState): DataRecord {
  const [stored, record] = [form.stored(), form.record()];
  const changed = form.entity.fields.filter(
    ({ name }) => JSON.stringify(record[name] ?? null) !== JSON.stringify(stored[name] ?? null),
  );
  return Object.fromEntries(
    changed.flatMap((field) => namesOf(field).map((name) => [name, record[name] ?? null])),
  );
}

/** The name of a field, and of its expanded reference. */
function namesOf({ name, kind, expand }: FieldModel): readonly string[] {
  return expand && !refersToMany({ kind }) ? [name, expand.as] : [name];
}

/** Applies a draft. Rules may react to each change, so the person's own choices are applied again last. */
function applyDraft(form: FormState, { changes }: Draft): void {
  const put = (fields: readonly FieldModel[]) =>
    form.batch(() => {
      for (const { name, expand } of fields) {
        const chosen = changes[expand?.as ?? ''];
        if (form.view(`/${name}`).editable) form.change(`/${name}`, changes[name], asRecord(chosen));
      }
    });
  const fields = form.entity.fields.filter(({ name }) => name in changes);
  put(fields);
  put(
    fields.filter(
      ({ name }) => JSON.stringify(form.record()[name] ?? null) !== JSON.stringify(changes[name]),
    ),
  );
}

function asRecord(value: unknown): DataRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as DataRecord)
    : undefined;
}
