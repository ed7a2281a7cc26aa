import { CircleHelp, RotateCcw } from 'lucide-react';
import type { FieldView } from '#engine';
import { Icon } from '../parts/Icon.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';

type Props = { readonly tools: FormTools; readonly view: FieldView; readonly inputId: string };

/** Beside the label: 'Why?' if rules give reasons, and a button to restore an overridden value. */
export function FieldAside({ tools, view }: Props) {
  const { say, form, explain } = tools;
  // A field that is not stored only sets other fields, so it is never overridden.
  const isExplained = view.reasons.length > 0 && !tools.hidesWhy;
  const isOverridden = view.overridden && view.field.stored;
  if (!isExplained && !isOverridden) return null;
  const label = say(view.field.label);
  return (
    <span className={styles.aside}>
      {isOverridden && (
        <button
          type="button"
          className={styles.asideButton}
          title={say('ui.derived.reset')}
          aria-label={say('ui.derived.reset-field', { label })}
          onClick={() => form.resetDerived(view.path)}
        >
          <Icon icon={RotateCcw} size="small" />
        </button>
      )}
      {isExplained && (
        <button
          type="button"
          className={styles.asideButton}
          data-look="why"
          // Alt+/ in the field does the same, so Tab can skip this button.
          tabIndex={-1}
          title={say('ui.why.hint')}
          aria-label={say('ui.why.field', { label })}
          onClick={(event) => explain({ path: view.path, anchor: event.currentTarget })}
        >
          <Icon icon={CircleHelp} size="small" />
        </button>
      )}
    </span>
  );
}
