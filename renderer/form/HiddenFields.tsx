import type { FieldView, FormBlock, FormState } from '#engine';
import { useStructure } from '../data/useFormState.ts';
import { useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { pointerOf } from './pointer.ts';
import { ReasonLine } from './ReasonLine.tsx';

/** The fields of the form that a rule or a permission hides now. */
export function hiddenFields(form: FormState, block: FormBlock): readonly FieldView[] {
  const views = block.sections.flatMap(({ items }) => items.map(({ field }) => form.view(pointerOf(field))));
  return views.filter((view) => !view.visible);
}

/** Says that fields are hidden, and opens why; nothing where all are in sight. */
export function HiddenFieldsButton({ block }: { block: FormBlock }) {
  const { form, say, explain } = useFormTools();
  useStructure(form);
  const count = hiddenFields(form, block).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={styles.hiddenButton}
      onClick={(event) => explain({ path: '', anchor: event.currentTarget })}
    >
      {say('ui.why.hidden', { count })}
    </button>
  );
}

/** Each hidden field with what hides it. */
export function HiddenReasons({ block }: { block: FormBlock }) {
  const tools = useFormTools();
  return hiddenFields(tools.form, block).map((view) => (
    <div key={view.path}>
      <h4 className={styles.whyTitle}>{tools.say(view.field.label)}</h4>
      <ul className={styles.reasons}>
        {view.reasons.map((reason) => (
          <ReasonLine
            key={`${reason.slot} ${reason.source} ${reason.id}`}
            tools={tools}
            reason={reason}
            path={view.path}
          />
        ))}
      </ul>
    </div>
  ));
}
