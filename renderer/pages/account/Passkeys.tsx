import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useApi, useUser } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { useIntent } from '../../data/useIntent.ts';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell, fieldDescription } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import {
  createPasskey,
  type PasskeyOptions,
  problemText,
  supportsPasskeys,
} from '../../shell/passkeyCeremony.ts';
import formStyles from '../../shell/SignIn.module.css';
import styles from './account.module.css';
import { useKeptFocus } from './useKeptFocus.ts';
import { type Passkey, passkeyKey, passkeyPath, usePasskeys } from './usePasskeys.ts';

/** The person's passkeys: added with the password, removed one by one. */
export function Passkeys() {
  const say = useMessage();
  const found = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const items = found.data?.Items ?? [];
  const box = useKeptFocus<HTMLDivElement>();
  const isEmpty = items.length === 0 && listState(found, 0) === 'ready';
  return (
    <Card title={say('account.passkeys.title')}>
      <div ref={box} className={area.stack}>
        <p className={area.note}>{say('account.passkeys.text')}</p>
        {found.error && <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />}
        {listState(found, items.length) === 'loading' && <Skeleton look="rows" lines={2} />}
        {isEmpty && <p className={area.quiet}>{say('account.passkeys.none')}</p>}
        {items.length > 0 && <PasskeyTable items={items} />}
        {found.data && <Adding found={found.data} isAdding={isAdding} setAdding={setAdding} />}
      </div>
    </Card>
  );
}

type AddingProps = {
  readonly found: NonNullable<ReturnType<typeof usePasskeys>['data']>;
  readonly isAdding: boolean;
  readonly setAdding: (isAdding: boolean) => void;
};

/** The form, or why none can be added. */
function Adding({ found: { Items, IsOn, HasPassword }, isAdding, setAdding }: AddingProps) {
  const say = useMessage();
  const reason = () => {
    if (!HasPassword) return 'account.passkey.needs-password';
    if (!IsOn) return Items.length > 0 ? 'account.passkeys.off' : 'server.passkeys-off';
    return supportsPasskeys() ? undefined : 'account.passkeys.unsupported';
  };
  const refused = reason();
  if (refused) return <p className={area.quiet}>{say(refused)}</p>;
  if (isAdding) return <AddPasskey onDone={() => setAdding(false)} />;
  return (
    <div>
      <Button icon={<Icon icon={KeyRound} />} onPress={() => setAdding(true)}>
        {say('account.passkey.add')}
      </Button>
    </div>
  );
}

function PasskeyTable({ items }: { readonly items: readonly Passkey[] }) {
  const say = useMessage();
  const formats = useFormats();
  const remove = useRemove();
  const columns: readonly PlainColumn<Passkey>[] = [
    {
      id: 'name',
      title: say('account.passkey.name'),
      isHead: true,
      cell: ({ Name, IsSynced }) => (
        <span className={area.line}>
          {Name} {IsSynced && <Badge>{say('account.passkey.synced')}</Badge>}
        </span>
      ),
    },
    {
      id: 'created',
      title: say('account.passkey.created'),
      cell: ({ CreatedDate }) => formats.dateTime(CreatedDate),
    },
    {
      id: 'used',
      title: say('account.sessions.used'),
      cell: ({ LastUsedDate }) =>
        LastUsedDate ? formats.dateTime(LastUsedDate) : say('account.passkey.never'),
    },
    {
      id: 'tools',
      title: say('configure.tools'),
      cell: (row) => (
        <IconButton
          icon={Trash2}
          size="small"
          label={say('account.passkey.remove-of', { name: row.Name })}
          onPress={() => void remove(row)}
        />
      ),
    },
  ];
  return (
    <PlainTable label={say('account.passkeys.title')} columns={columns} rows={items} rowId={({ Id }) => Id} />
  );
}

function useRemove(): (passkey: Passkey) => Promise<void> {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const dialogs = useDialogs();
  const client = useQueryClient();
  return async ({ Id, Name }) => {
    const yes = { yes: say('account.passkey.remove'), tone: 'danger' } as const;
    if (!(await dialogs.confirm(say('account.passkey.remove.confirm', { name: Name }), yes))) return;
    try {
      await api.send('DELETE', `${passkeyPath}/${Id}`);
      toast.show(say('user.remove-passkey.done'), 'success');
    } catch (error) {
      toast.show(problemText(say, error), 'error', 'passkey');
    }
    await client.invalidateQueries({ queryKey: passkeyKey });
  };
}

type Values = { readonly name: string; readonly password: string };

/** Asks for a name and the password, then the browser creates the passkey. */
function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const intent = useIntent();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const add = async ({ name, password }: Values) => {
    if (isBusy) return;
    if (name.trim() === '') return setProblem(say('account.passkey.name.missing'));
    setBusy(true);
    setProblem(undefined);
    try {
      const asked = { CurrentPassword: password };
      const { Options } = await api.send<{ Options: PasskeyOptions }>(
        'POST',
        `${passkeyPath}/options`,
        asked,
        { intent: 'same-content' },
      );
      const passkey = { Name: name.trim(), Passkey: await createPasskey(Options) };
      await api.send('POST', passkeyPath, passkey, { intent });
      toast.show(say('account.passkey.added'), 'success');
      onDone();
    } catch (error) {
      setProblem(problemText(say, error));
    } finally {
      // Also after a refusal: an earlier attempt may have arrived.
      await client.invalidateQueries({ queryKey: passkeyKey });
      setBusy(false);
    }
  };
  return <AddForm problem={problem} isBusy={isBusy} onAdd={add} onCancel={onDone} />;
}

type AddFormProps = {
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onAdd: (values: Values) => Promise<void>;
  readonly onCancel: () => void;
};

function AddForm({ problem, isBusy, onAdd, onCancel }: AddFormProps) {
  const say = useMessage();
  const user = useUser();
  const id = useId();
  const [values, setValues] = useState<Values>({ name: '', password: '' });
  const control = (name: keyof Values) => ({
    ...{ id: `${id}-${name}`, value: values[name] },
    describedBy: `${fieldDescription(`${id}-${name}`)} ${id}-problem`,
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  return (
    <form
      className={`${formStyles.form} ${styles.password}`}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void onAdd(values);
      }}
    >
      <p className={formStyles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <FieldShell
        id={`${id}-name`}
        label={say('account.passkey.name')}
        help={say('account.passkey.name.help')}
      >
        <TextInput {...control('name')} name="passkey" maxLength={60} autoComplete="off" autoFocus />
      </FieldShell>
      <input type="hidden" name="username" autoComplete="username" value={user.UserName} />
      <FieldShell id={`${id}-password`} label={say('ui.sign-in.password')}>
        <TextInput {...control('password')} name="password" type="password" autoComplete="current-password" />
      </FieldShell>
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" busy={isBusy}>
          {say('account.passkey.create')}
        </Button>
        <Button onPress={onCancel}>{say('account.second-factor.cancel')}</Button>
      </div>
    </form>
  );
}
