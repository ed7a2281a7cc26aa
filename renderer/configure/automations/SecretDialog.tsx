import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import type { Intent } from '../../data/intents.ts';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import styles from '../form.module.css';

type Props = {
  readonly start: { readonly Name: string; readonly Host: string };
  readonly onClose: () => void;
};

/** Stores a secret. Its value is never kept in the browser, nor shown again. */
export function SecretDialog({ start, onClose }: Props) {
  const say = useMessage();
  const api = useApi();
  const [{ Name, Host }, setForm] = useState(start);
  const [value, setValue] = useState('');
  const draft = useKeptWork({
    key: `configure.secret.${start.Name}`,
    value: { Name, Host },
    isChanged: Name !== start.Name || Host !== start.Host,
    restore: setForm,
  });
  const send = async (intent: Intent) => {
    const body = { Host, Value: value };
    await api.send('PUT', `/configure/automations/secrets/${encodeURIComponent(Name)}`, body, { intent });
    onClose();
  };
  const isWhole = Name !== '' && Host !== '' && value !== '';
  return (
    <Dialog
      size="small"
      title={say('configure.secret')}
      onClose={onClose}
      main={{
        label: say('configure.secret.store'),
        onPress: send,
        refusal: isWhole ? undefined : say('configure.secret.incomplete'),
      }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.form}>
        <DraftBar draft={draft} />
        <SecretFields {...{ Name, Host, value, setForm, setValue }} />
      </div>
    </Dialog>
  );
}

type FieldsProps = Props['start'] & {
  readonly value: string;
  readonly setForm: (change: (now: Props['start']) => Props['start']) => void;
  readonly setValue: (value: string) => void;
};

function SecretFields({ Name, Host, value, setForm, setValue }: FieldsProps) {
  const say = useMessage();
  return (
    <>
      <FieldShell
        id="secret-name"
        name="Name"
        label={say('configure.secret.name')}
        help={say('configure.secret.name.help')}
      >
        <TextInput
          id="secret-name"
          value={Name}
          maxLength={64}
          onChange={(text) => setForm((now) => ({ ...now, Name: text.trim() }))}
        />
      </FieldShell>
      <FieldShell
        id="secret-host"
        name="Host"
        label={say('configure.secret.host')}
        help={say('configure.secret.host.help')}
      >
        <TextInput
          id="secret-host"
          value={Host}
          placeholder="api.example.com"
          onChange={(text) => setForm((now) => ({ ...now, Host: text.trim() }))}
        />
      </FieldShell>
      <FieldShell id="secret-value" name="Value" label={say('configure.secret.value')}>
        <TextInput id="secret-value" type="password" autoComplete="off" value={value} onChange={setValue} />
      </FieldShell>
    </>
  );
}
