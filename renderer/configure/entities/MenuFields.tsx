import { useMessage } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import type { FieldIssue } from '../../parts/FieldShell.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { findIcon, iconNames } from '../../parts/icons.ts';
import { Select } from '../../parts/Select.tsx';
import styles from '../form.module.css';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { type MenuForm, type MenuTone, menuPlaces, menuTones, newGroup, placeAt } from './menuPlace.ts';

type Props = {
  readonly form: MenuForm;
  readonly onChange: (form: MenuForm) => void;
  /** The id of the entity's list. */
  readonly list: string;
  readonly issuesAt?: (at: string) => readonly FieldIssue[];
};

/** Menu group, position, icon and colour of an entity. */
export function MenuFields({ form, onChange, list, issuesAt }: Props) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const places = menuPlaces(model, form.group, list);
  const groups = model.menu.map(({ id, title }) => ({ id, label: label(title) }));
  const choose = (words: MenuForm) => onChange({ ...form, ...words });
  return (
    <>
      <div className={styles.columns}>
        <Choice
          id="entity-group"
          label={say('configure.entity.group')}
          value={form.group}
          options={[...groups, { id: newGroup, label: say('configure.menu.group.new') }]}
          onChange={(group) => choose({ group, order: undefined, title: undefined })}
        />
        <Choice
          id="entity-position"
          label={say('configure.menu.position')}
          value={placeAt(places, form.order)?.toString()}
          options={places.map(({ after }, at) => ({
            id: String(at),
            label: after
              ? say('configure.menu.position.after', { name: label(after.title) })
              : say('configure.menu.position.first'),
          }))}
          onChange={(at) => choose({ order: at === undefined ? undefined : places[Number(at)]?.order })}
        />
      </div>
      {form.group === newGroup && (
        <TextsField
          label={say('configure.menu.group.title')}
          required
          value={form.title}
          at="/menu/title"
          {...(issuesAt && { issuesAt })}
          onChange={(title) => choose({ title })}
        />
      )}
      <IconFields form={form} onChange={choose} />
    </>
  );
}

function IconFields({ form, onChange }: { form: MenuForm; onChange: (words: MenuForm) => void }) {
  const say = useMessage();
  const names = iconNames.map((id) => ({ id, label: say(`configure.icon.${id}`), note: id }));
  return (
    <div className={styles.columns}>
      <FieldShell id="entity-icon" label={say('configure.entity.icon')}>
        <ComboBox
          id="entity-icon"
          value={form.icon}
          options={names.sort((one, other) => one.label.localeCompare(other.label))}
          onChange={(icon) => onChange({ icon })}
        />
      </FieldShell>
      <Choice
        id="entity-tone"
        label={say('configure.menu.colour')}
        value={form.tone}
        options={menuTones.map((id) => ({ id, label: say(`configure.menu.colour.${id}`) }))}
        onChange={(tone) => onChange({ tone: tone as MenuTone | undefined })}
      />
      {form.icon && <Icon icon={findIcon(form.icon)} size="large" tone={form.tone} />}
    </div>
  );
}

type ChoiceProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly onChange: (id: string | undefined) => void;
};

function Choice({ id, label, value, options, onChange }: ChoiceProps) {
  return (
    <FieldShell id={id} label={label} as="group">
      <Select id={id} labelledBy={`${id}-label`} value={value} options={options} onChange={onChange} />
    </FieldShell>
  );
}
