import { type FormEvent, useId, useState } from 'react';
import type { Api } from '../data/createApi.ts';
import { errorText } from '../data/errorText.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import styles from './SignIn.module.css';

type Props = { readonly api: Api; readonly name: string; readonly onBack: () => void };

/** Requests a reset link by e-mail; the answer does not reveal whether the account exists. */
export function ForgottenForm({ api, name: typed, onBack }: Props) {
  const say = useMessage();
  const id = useId();
  const [name, setName] = useState(typed);
  const [state, setState] = useState<{ readonly isSent: boolean; readonly problem?: string }>({
    isSent: false,
  });
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    try {
      await api.send('POST', '/account/forgotten', { UserName: name.trim() }, { intent: 'signs-in' });
      setState({ isSent: true });
    } catch (error) {
      const problem = errorText(error, say, 'ui.error.title');
      setState({ isSent: false, problem });
    } finally {
      setBusy(false);
    }
  };
  const back = (
    <Button tone="quiet" onPress={onBack}>
      {say('ui.sign-in.back')}
    </Button>
  );
  if (state.isSent)
    return (
      <div className={styles.form}>
        <p role="status">{say('ui.sign-in.forgot.done')}</p>
        {back}
      </div>
    );
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p id={`${id}-text`}>{say('ui.sign-in.forgot.text')}</p>
      <p className={styles.problem} role="alert" id={`${id}-problem`}>
        {state.problem}
      </p>
      <FieldShell id={`${id}-name`} label={say('ui.sign-in.forgot.name')}>
        <TextInput
          id={`${id}-name`}
          name="username"
          autoComplete="username"
          spellCheck={false}
          value={name}
          autoFocus
          describedBy={`${id}-text ${id}-problem`}
          onChange={setName}
        />
      </FieldShell>
      <Button type="submit" tone="primary" busy={isBusy}>
        {say('ui.sign-in.forgot.submit')}
      </Button>
      {back}
    </form>
  );
}
