import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { type EntityModel, type FieldModel, type FormState, mayAccess } from '#engine';
import { useOwnFeatures } from '../../data/App.tsx';
import { MultilineWidget } from '../MultilineWidget.tsx';
import { named } from '../rank.ts';
import { TextWidget } from '../TextWidget.tsx';
import type { WidgetEntry, WidgetProps } from '../types.ts';
import { FieldPicker } from './FieldPicker.tsx';
import styles from './html.module.css';
import { insertionOf, mailFields } from './templateFields.ts';

/** A text with placeholders: the fields of the records that it is about are inserted at the cursor. */
function TemplateTextWidget(props: WidgetProps) {
  const { form, model, message, options, inputId, onTouch } = props;
  const entity = model.entities.get(useValue(form, String(options.about)));
  const sees = useSees();
  const fields = useMemo(
    () => (entity ? mailFields({ model, entity, say: message }, sees) : []),
    [model, entity, message, sees],
  );
  const Control = options.lines === true ? MultilineWidget : TextWidget;
  // Before the person was there, its cursor is no place that they chose.
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
      {!props.isReadOnly && fields.length > 0 && (
        <FieldPicker
          id={`${inputId}-field`}
          fields={fields}
          label={message('ui.html.field.into', { label: props.label })}
          placeholder={message('ui.html.field.placeholder')}
          onPick={(field) => {
            insertAtCursor(inputId, insertionOf(field, []), wasThere.current);
            onTouch();
          }}
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

/** As if typed, so that it can be undone with the keys. */
function insertAtCursor(id: string, text: string, hasCursor: boolean): void {
  const control = document.getElementById(id);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  control.focus();
  if (!hasCursor) control.setSelectionRange(control.value.length, control.value.length);
  document.execCommand('insertText', false, text);
}

/** Whether the person may see a field; without a session, as in stories, every one. */
function useSees() {
  const features = useOwnFeatures();
  return useMemo(
    () =>
      ({ policy }: EntityModel, { name }: FieldModel) => {
        const may = (access: typeof policy.view | undefined) =>
          !access || !features || mayAccess(access, { Features: [...features] });
        return may(policy.view) && may(policy.fields[name]?.view);
      },
    [features],
  );
}

export const templateTextEntry: WidgetEntry = {
  name: 'template-text',
  tester: named('template-text'),
  component: TemplateTextWidget,
  frame: 'field',
};
