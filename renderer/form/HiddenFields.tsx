import type { FieldView, FormBlock, FormState } from '#engine';
import { useStructure } from '../data/useFormState.ts';
import { useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { pointerOf } from './pointer.ts';
import { ReasonLine } from './ReasonLine.tsx';

/** Fields of the form hidden by a rule or a permission. */
export function hiddenFields(form: FormState, block: FormBlock): readonly FieldView[] {
  const views = block.sections.flatMap(({ items }) => items.map(({ field }) => form.view(pointerOf(field))));
  return views.filter((view) => !view.visible);
}

/** Shows how many fields are hidden and opens the reasons; renders nothing if all are visible. */
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

/** Lists each hidden field with the reasons. */
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
