import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { FormState } from '#engine';
import { MultilineWidget } from '../MultilineWidget.tsx';
import { named } from '../rank.ts';
import { TextWidget } from '../TextWidget.tsx';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import styles from './html.module.css';
import { InsertField } from './InsertField.tsx';

/** A text with placeholders: the fields of the records that it is about are inserted at the cursor. */
function TemplateTextWidget(props: WidgetProps) {
  const { form, model, message, options, inputId, onTouch } = props;
  const about = useValue(form, String(options.about));
  const Control = options.lines === true ? MultilineWidget : TextWidget;
  const wasThere = useRef(false);
  return (
    <div className={styles.written}>
      <Control
        {...props}
        onTouch={() => {
          wasThere.current = true;
          onTouch();
        }}
      />
      {!props.isReadOnly && (
        <InsertField
          inputId={inputId}
          label={props.label}
          model={model}
          entity={model.entities.get(about)}
          say={message}
          hasCursor={() => wasThere.current}
          onInserted={onTouch}
        />
      )}
    </div>
  );
}

/** The text in another field of the form. */
function useValue(form: FormState, name: string): string {
  const subscribe = useCallback((listener: () => void) => form.subscribe(`/${name}`, listener), [form, name]);
  return useSyncExternalStore(subscribe, () => String(form.record()[name] ?? ''));
}

export const templateTextEntry: WidgetEntry = {
  name: 'template-text',
  tester: named('template-text'),
  component: TemplateTextWidget,
  frame: 'field',
};
