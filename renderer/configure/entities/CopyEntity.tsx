import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { copyEntity, type EntityChange } from '#engine';
import { useToast } from '../../data/dialogs.tsx';
import { useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import styles from '../form.module.css';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

type Props = { readonly change: EntityChange; readonly title: string };

/** Copies an entity of the overlay with its fields, rules, screens and rights under new names. */
export function CopyEntity(props: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={Copy} />} onPress={() => setOpen(true)}>
        {say('configure.entity.copy')}
      </Button>
      {isOpen && <CopyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type Form = { readonly title: PartialTexts; readonly plural: PartialTexts; readonly name: string };

const empty: Form = { title: {}, plural: {}, name: '' };

function CopyDialog({ change, title, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const toast = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const { draft, model } = useWork();
  const { put } = useSaveDraft({ throws: true });
  const [form, setForm] = useState(empty);
  const isChanged = JSON.stringify(form) !== JSON.stringify(empty);
  const kept = useKeptWork({
    key: `configure.copy.${change.name}`,
    value: form,
    isChanged,
    restore: setForm,
  });
  const to = form.name || kebabName(form.title['en-CA'] ?? '');
  const [one, many] = [wholeTexts(form.title), wholeTexts(form.plural)];
  const isTaken = model.entities.has(to);
  const copy = async () => {
    if (!one || !many) return;
    const copied = copyEntity(draft.Changes, { from: change.name, to, title: one, plural: many });
    if (!(await put(copied))) return;
    guard?.release();
    onClose();
    toast.show(say('configure.entity.copied'), 'success');
    navigate(`/configure/entities/${to}`);
  };
  const incomplete = one && many && to ? undefined : say('configure.entity.incomplete');
  return (
    <Dialog
      title={say('configure.entity.copy.title', { entity: title })}
      onClose={onClose}
      main={{
        label: say('configure.entity.copy'),
        refusal: isTaken ? say('configure.stored-name.taken', { name: to }) : incomplete,
        onPress: copy,
      }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.form}>
        <DraftBar draft={kept} />
        <p>{say('configure.entity.copy.text')}</p>
        <CopyFields form={form} to={to} onChange={setForm} />
      </div>
    </Dialog>
  );
}

type FieldsProps = {
  readonly form: Form;
  /** The stored name. */
  readonly to: string;
  readonly onChange: (form: Form) => void;
};

function CopyFields({ form, to, onChange }: FieldsProps) {
  const say = useMessage();
  return (
    <>
      <TextsField
        label={say('configure.entity.one')}
        name="title"
        required
        value={form.title}
        onChange={(texts) => onChange({ ...form, title: texts })}
      />
      <TextsField
        label={say('configure.entity.many')}
        name="plural"
        required
        value={form.plural}
        onChange={(texts) => onChange({ ...form, plural: texts })}
      />
      <FieldShell
        id="copy-name"
        name="name"
        label={say('configure.stored-name')}
        help={say('configure.stored-name.help')}
      >
        <TextInput id="copy-name" value={to} onChange={(typed) => onChange({ ...form, name: typed })} />
      </FieldShell>
    </>
  );
}
