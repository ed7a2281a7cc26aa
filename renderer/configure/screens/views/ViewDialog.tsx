import { useState } from 'react';
import { type GridBlock, type LayoutModel, locales, type ViewChange } from '#engine';
import { useUser } from '../../../data/App.tsx';
import { useMessage } from '../../../data/messages.tsx';
import { useKeptWork } from '../../../data/useKeptWork.ts';
import { isComplete, WhereGroupEditor } from '../../../grid/where/WhereGroupEditor.tsx';
import { whereFields } from '../../../grid/where/whereFields.ts';
import { Checkbox } from '../../../parts/Checkbox.tsx';
import { FieldShell } from '../../../parts/FieldShell.tsx';
import { MultiSelect } from '../../../parts/MultiSelect.tsx';
import { findChange } from '../../changes.ts';
import { KeepDialog } from '../../KeepDialog.tsx';
import { type PartialTexts, TextsField } from '../../TextsField.tsx';
import { useWork } from '../../work.tsx';
import { ViewColours } from './ViewColours.tsx';
import { ViewShape } from './ViewShape.tsx';
import { newView, type ViewForm, viewChange, viewForm, viewIdOf } from './viewForm.ts';

type Props = {
  readonly screen: string;
  readonly block: GridBlock;
  /** Absent for a new view. */
  readonly layout: LayoutModel | undefined;
  readonly onClose: () => void;
};

/** Edits a view: its name, what it shows, conditions, roles and colours. */
export function ViewDialog({ screen, block, layout, onClose }: Props) {
  const say = useMessage();
  const { draft, model, say: label } = useWork();
  const { Features } = useUser();
  const before = layout && findChange(draft.Changes, 'view', `${screen}.${block.id}.${layout.id}`);
  const { form, set, isChanged, kept } = useViewForm({ screen, block, layout, before });
  const id = layout?.id ?? viewIdOf(form.title, block);
  const change = viewChange(form, { screen, block: block.id, id }, before);
  const isReady = change !== undefined && isComplete(form.where);
  const fields = whereFields(model, block, Features).map(({ filter, operators }) => ({
    // Texts of the draft are not messages of the application yet.
    filter: { ...filter, title: label(filter.title) },
    operators,
  }));
  const entity = model.entities.get(block.entity);
  if (!entity) return null;
  const title = layout
    ? say('configure.view.edit', { item: label(layout.label) })
    : say('configure.view.add');
  return (
    <KeepDialog
      title={title}
      change={isChanged && isReady ? change : undefined}
      {...(isChanged && !isReady && { refusal: say('configure.view.incomplete') })}
      {...(before?.was && { before })}
      draft={kept}
      onClose={onClose}
    >
      <TextsField
        label={say('configure.view.title')}
        name="title"
        value={form.title}
        required
        onChange={(next) => set({ title: next })}
      />
      <ViewShape {...{ form, set, block, entity }} />
      <FieldShell id="view-where" name="where" label={say('configure.view.where')} as="group">
        <WhereGroupEditor group={form.where} fields={fields} depth={1} onChange={(where) => set({ where })} />
      </FieldShell>
      <ViewColours colours={form.colours} entity={entity.id} onChange={(colours) => set({ colours })} />
      <ViewAudience {...{ form, set }} />
    </KeepDialog>
  );
}

type Start = Pick<Props, 'screen' | 'block' | 'layout'> & { readonly before: ViewChange | undefined };

/** The input, kept over a reload; it starts as the view is. */
function useViewForm({ screen, block, layout, before }: Start) {
  const { text } = useWork();
  const texts = (key: string): PartialTexts =>
    Object.fromEntries(locales.map((locale) => [locale, text(key, locale)]));
  const [start] = useState<ViewForm>(() => (layout ? viewForm(layout, before, texts) : newView));
  const [form, setForm] = useState(start);
  const isChanged = JSON.stringify(form) !== JSON.stringify(start);
  const kept = useKeptWork({
    key: `configure.view.${screen}.${block.id}.${layout?.id ?? 'new'}`,
    value: form,
    isChanged,
    restore: setForm,
  });
  const set = (change: Partial<ViewForm>) => setForm((now) => ({ ...now, ...change }));
  return { form, set, isChanged, kept };
}

type AudienceProps = {
  readonly form: ViewForm;
  readonly set: (change: Partial<ViewForm>) => void;
};

/** Who sees the view, and whether the list opens with it. */
function ViewAudience({ form, set }: AudienceProps) {
  const say = useMessage();
  const { model, say: label } = useWork();
  return (
    <>
      <FieldShell
        id="view-roles"
        name="roles"
        label={say('configure.view.roles')}
        help={say('configure.view.roles-help')}
        as="group"
      >
        <MultiSelect
          id="view-roles"
          labelledBy="view-roles-label"
          value={form.roles}
          placeholder={say('configure.view.everybody')}
          options={[...model.roles.keys()].map((role) => ({ id: role, label: label(`role.${role}`) }))}
          onChange={(roles) => set({ roles })}
        />
      </FieldShell>
      <Checkbox id="view-opens" checked={form.opens} onChange={(opens) => set({ opens })}>
        {say('configure.view.opens')}
      </Checkbox>
    </>
  );
}
