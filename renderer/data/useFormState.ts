import { useCallback, useSyncExternalStore } from 'react';
import type { FieldView, FormState, FormStatus } from '#engine';

/** The view of one field; renders again only when that field changes. */
export function useFieldView(form: FormState, path: string): FieldView {
  const subscribe = useCallback((listener: () => void) => form.subscribe(path, listener), [form, path]);
  return useSyncExternalStore(subscribe, () => form.view(path));
}

export function useFormStatus(form: FormState): FormStatus {
  return useSyncExternalStore(form.subscribeStatus, form.status);
}

/** A number that changes when rows or fields are added or removed. */
export function useStructure(form: FormState): number {
  return useSyncExternalStore(form.subscribeStructure, form.structure);
}
