import { useCallback, useSyncExternalStore } from 'react';
import type { WidgetProps } from '../types.ts';

/** What a picture shows: the declared text beside it, or else the label of the field. */
export function useAlt({ view, form, label }: WidgetProps): string {
  const { alt } = view.field.file ?? {};
  const path = alt === undefined ? undefined : `${view.path.slice(0, view.path.lastIndexOf('/'))}/${alt}`;
  const subscribe = useCallback(
    (listener: () => void) => (path === undefined ? () => undefined : form.subscribe(path, listener)),
    [form, path],
  );
  const text = useSyncExternalStore(subscribe, () => (path === undefined ? '' : form.view(path).value));
  return typeof text === 'string' && text.trim() !== '' ? text : label;
}
