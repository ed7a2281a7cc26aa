import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import styles from './widgets.module.css';

/** The fields of an object, side by side under one heading. */
export function ObjectWidget({ view, inputId, labelledBy, renderField }: WidgetProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame
    <div id={inputId} className={styles.object} role="group" aria-labelledby={labelledBy}>
      {view.field.fields?.map((field) => (
        <div key={field.name}>{renderField(`${view.path}/${field.name}`, 'field')}</div>
      ))}
    </div>
  );
}

export const objectEntry: WidgetEntry = {
  name: 'object',
  tester: named('object'),
  component: ObjectWidget,
  frame: 'group',
  showsReadOnly: true,
};
