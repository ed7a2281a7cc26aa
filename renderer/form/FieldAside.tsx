import { CircleHelp, RotateCcw } from 'lucide-react';
import type { FieldView } from '#engine';
import { Icon } from '../parts/Icon.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';

type Props = { readonly tools: FormTools; readonly view: FieldView; readonly inputId: string };

/** Beside the label: 'Why?' where a rule has something to say, and the way back from an overruled value. */
export function FieldAside({ tools, view }: Props) {
  const { say, form, explain } = tools;
  // What is kept nowhere is only another way to say other fields: nothing stays overruled.
  const isOverridden = view.overridden && view.field.stored;
  if (view.reasons.length === 0 && !isOverridden) return null;
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
      {view.reasons.length > 0 && (
        <button
          type="button"
          className={styles.asideButton}
          data-look="why"
          // Alt+/ in the field does the same, so that Tab goes from field to field.
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
