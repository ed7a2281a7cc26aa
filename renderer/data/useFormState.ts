import { useCallback, useSyncExternalStore } from 'react';
import type { FieldView, FormState, FormStatus } from '#engine';

/** One field's view; draws again only when something in that field changes. */
export function useFieldView(form: FormState, path: string): FieldView {
  const subscribe = useCallback((listener: () => void) => form.subscribe(path, listener), [form, path]);
  return useSyncExternalStore(subscribe, () => form.view(path));
}

/** Dirty, saving, error count. */
export function useFormStatus(form: FormState): FormStatus {
  return useSyncExternalStore(form.subscribeStatus, form.status);
}

/** A number that changes when rows come or go, or a field appears or disappears. */
export function useStructure(form: FormState): number {
  return useSyncExternalStore(form.subscribeStructure, form.structure);
}
