import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { AdjustChange, Change, ColumnModel, PlaceChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { findChange } from '../changes.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';

type Props = { readonly screen: string; readonly block: string; readonly column: ColumnModel };

/** Edits the title, width and default visibility of a column. */
export function ColumnTools(props: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        size="small"
        label={say('configure.column.edit', { item: label(props.column.title) })}
        onPress={() => setOpen(true)}
      />
      {isOpen && <ColumnDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type Form = { readonly title: PartialTexts; readonly width?: number; readonly hidden: boolean };

function ColumnDialog({ screen, block, column, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { draft, say: label, text } = useWork();
  const placed = findChange(draft.Changes, 'place', `${screen}.${block}.column.${column.path}`);
  // A column added by the draft is described by its place; a shipped one is adjusted.
  const own = placed && !placed.was ? placed : undefined;
  const name = `column.${screen}.${block}.${column.path}`;
  const before = own ?? findChange(draft.Changes, 'adjust', name);
  const [start] = useState(() => formOf(column, text));
  const [form, setForm] = useState(start);
  const kept = useKeptWork({
    key: `configure.${name}`,
    value: form,
    isChanged: JSON.stringify(form) !== JSON.stringify(start),
    restore: setForm,
  });
  const words = changedWords(start, form);
  const change = words && ({ ...(before ?? { kind: 'adjust', name }), ...words } as Change);
  const widthHelp = say('configure.column.width.help');
  return (
    <KeepDialog
      title={say('configure.column.edit', { item: label(column.title) })}
      change={change as AdjustChange | PlaceChange | undefined}
      refusal={wholeTexts(form.title) ? undefined : say('configure.texts.incomplete')}
      before={own ? undefined : before}
      draft={kept}
      onClose={onClose}
    >
      {!own && (
        <TextsField
          label={say('configure.title-of')}
          name="title"
          required
          value={form.title}
          onChange={(title) => setForm({ ...form, title })}
        />
      )}
      <FieldShell id="column-width" name="width" label={say('configure.column.width')} help={widthHelp}>
        <NumberField
          id="column-width"
          describedBy={fieldDescription('column-width', widthHelp)}
          scale={0}
          value={form.width}
          onChange={(width) =>
            setForm({ ...form, width: typeof width === 'number' ? Math.round(width) : undefined })
          }
        />
      </FieldShell>
      <Checkbox
        id="column-hidden"
        name="hidden"
        checked={form.hidden}
        onChange={(hidden) => setForm({ ...form, hidden })}
      >
        {say('configure.column.hide')}
      </Checkbox>
    </KeepDialog>
  );
}

function formOf({ title, width, hidden }: ColumnModel, text: ReturnType<typeof useWork>['text']): Form {
  return { title: { 'en-CA': text(title, 'en-CA'), 'fr-CA': text(title, 'fr-CA') }, width, hidden };
}

function changedWords(start: Form, form: Form): object | undefined {
  const title = wholeTexts(form.title);
  const isRetitled = title && JSON.stringify(title) !== JSON.stringify(wholeTexts(start.title));
  const words = {
    ...(isRetitled ? { title } : {}),
    ...(form.width !== undefined && form.width !== start.width ? { width: form.width } : {}),
    ...(form.hidden !== start.hidden ? { hidden: form.hidden } : {}),
  };
  return Object.keys(words).length > 0 ? words : undefined;
}
