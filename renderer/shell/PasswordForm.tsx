import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../data/ApiError.ts';
import type { Api } from '../data/createApi.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FieldShell, fieldDescription } from '../parts/FieldShell.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import type { SessionBody } from './SessionBody.ts';
import styles from './SignIn.module.css';

type Props = {
  readonly api: Api;
  /** The account name, so that password managers store the new password for it. */
  readonly userName: string;
  readonly isFocused?: boolean;
  readonly onChanged: (session: SessionBody) => void;
};

/** Changes a password: the current one, and the new one twice. */
export function PasswordForm({ api, userName, isFocused = false, onChanged }: Props) {
  const say = useMessage();
  const id = useId();
  const { values, set, problem, fault, isBusy, submit } = useChange({ api, onChanged });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const atFault = await submit();
    if (atFault) document.getElementById(`${id}-${atFault}`)?.focus();
  };
  const field = (name: keyof Values, autoComplete: string, help?: string) => (
    <FieldShell id={`${id}-${name}`} label={say(`ui.password.${name}`)} help={help}>
      <TextInput
        id={`${id}-${name}`}
        name={name}
        type="password"
        autoComplete={autoComplete}
        value={values[name]}
        invalid={name === fault}
        autoFocus={isFocused && name === 'current'}
        describedBy={[fieldDescription(`${id}-${name}`, help), `${id}-problem`].filter(Boolean).join(' ')}
        onChange={(value) => set(name, value)}
      />
    </FieldShell>
  );
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p className={styles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={userName} />
      {field('current', 'current-password')}
      {field('new', 'new-password', say('ui.password.help'))}
      {field('again', 'new-password')}
      <Button type="submit" tone="primary" busy={isBusy}>
        {say('ui.password.submit')}
      </Button>
    </form>
  );
}

type Values = { readonly current: string; readonly new: string; readonly again: string };

const empty: Values = { current: '', new: '', again: '' };

function useChange({ api, onChanged }: Pick<Props, 'api' | 'onChanged'>) {
  const say = useMessage();
  const [values, setValues] = useState(empty);
  const [refused, setRefused] = useState<{ readonly problem: string; readonly fault?: keyof Values }>();
  const [isBusy, setBusy] = useState(false);
  const refuse = (problem: string, fault?: keyof Values) => {
    setRefused({ problem, fault });
    return fault;
  };
  /** Resolves to the field in error, if any. */
  const submit = async (): Promise<keyof Values | undefined> => {
    if (isBusy) return undefined;
    setRefused(undefined);
    if (values.new !== values.again) return refuse(say('ui.password.differ'), 'again');
    setBusy(true);
    try {
      const body = { CurrentPassword: values.current, NewPassword: values.new };
      const session = await api.send<SessionBody>('PUT', '/account/password', body);
      setValues(empty);
      onChanged(session);
      return undefined;
    } catch (error) {
      return error instanceof ApiError
        ? refuse(error.message, fieldAtFault(error))
        : refuse(say('ui.error.title'));
    } finally {
      setBusy(false);
    }
  };
  const set = (name: keyof Values, value: string) => setValues((before) => ({ ...before, [name]: value }));
  return { values, set, ...refused, isBusy, submit };
}

const fieldOf: Readonly<Record<string, keyof Values>> = { CurrentPassword: 'current', NewPassword: 'new' };

function fieldAtFault({ validationErrors }: ApiError): keyof Values | undefined {
  return validationErrors.map(({ Key }) => fieldOf[Key]).find((name) => name !== undefined);
}
