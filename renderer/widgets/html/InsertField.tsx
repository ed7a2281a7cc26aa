import { useMemo } from 'react';
import { type Access, type EntityModel, type FieldModel, type Model, mayAccess } from '#engine';
import { useLiveFeatures, useOwnFeatures } from '../../data/App.tsx';
import type { Say } from '../../data/messages.tsx';
import { FieldPicker } from './FieldPicker.tsx';
import { insertionOf, mailFields } from './templateFields.ts';

type Props = {
  /** Id of the input or text area. */
  readonly inputId: string;
  readonly label: string;
  /** What the text is about; the model may be a draft's. */
  readonly model: Model;
  readonly entity: EntityModel | undefined;
  readonly say: Say;
  /** Whether the person has been in the input; otherwise its cursor is no place that they chose. */
  readonly hasCursor: () => boolean;
  readonly onInserted?: () => void;
};

/** Inserts fields of a record into a text, as placeholders at the cursor. */
export function InsertField({ inputId, label, model, entity, say, hasCursor, onInserted }: Props) {
  const sees = useSees();
  const fields = useMemo(
    () => (entity ? mailFields({ model, entity, say }, sees) : []),
    [model, entity, say, sees],
  );
  if (fields.length === 0) return null;
  return (
    <FieldPicker
      id={`${inputId}-field`}
      fields={fields}
      label={say('ui.html.field.into', { label })}
      placeholder={say('ui.html.field.placeholder')}
      onPick={(field) => {
        insertAtCursor(inputId, insertionOf(field, []), hasCursor());
        onInserted?.();
      }}
    />
  );
}

/** As if typed, so that it can be undone with the keys. */
function insertAtCursor(id: string, text: string, hasCursor: boolean): void {
  const control = document.getElementById(id);
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  control.focus();
  if (!hasCursor) control.setSelectionRange(control.value.length, control.value.length);
  const before = control.value.slice(0, control.selectionStart ?? undefined);
  // A blank typed at the end is trimmed when the input loses focus.
  const isAtEnd = before.length === control.value.length;
  const gap = isAtEnd && /[\p{L}\p{N}.,:;!?)}]$/u.test(before) ? ' ' : '';
  document.execCommand('insertText', false, `${gap}${text}`);
}

/**
 * Whether the person may see a field; without a session, as in stories, every one. A right that only a draft
 * has is nobody's yet, and closes nothing.
 */
function useSees() {
  const features = useOwnFeatures();
  const live = useLiveFeatures();
  return useMemo(
    () =>
      ({ policy }: EntityModel, { name }: FieldModel) => {
        const may = (access: Access | undefined) =>
          !access || !features || isNew(access, live) || mayAccess(access, { Features: [...features] });
        return may(policy.view) && may(policy.fields[name]?.view);
      },
    [features, live],
  );
}

const isNew = (access: Access, live: Model['features'] | undefined): boolean =>
  access.kind === 'feature' && !access.anyOf.some((feature) => live?.has(feature));
