import type { WidgetEntry, WidgetProps } from './types.ts';
import styles from './widgets.module.css';

/** A visible placeholder for an unknown widget, so that the rest of the screen keeps working. */
export function UnknownWidget({ view, inputId, message, options }: WidgetProps) {
  const name = typeof options.widget === 'string' ? options.widget : view.field.kind;
  return (
    <div id={inputId} className={styles.unknown} role="note" tabIndex={-1}>
      <strong>{message('ui.widget.unknown', { name })}</strong>
      <code>{JSON.stringify(view.value ?? null)}</code>
    </div>
  );
}

/** Not in the registry: the fallback when no tester matches. */
export const unknownEntry: WidgetEntry = {
  name: 'unknown',
  tester: () => 0,
  component: UnknownWidget,
  frame: 'group',
  showsReadOnly: true,
};
