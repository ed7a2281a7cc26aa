import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Api } from '../data/createApi.ts';
import { errorText } from '../data/errorText.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FieldShell, fieldDescription } from '../parts/FieldShell.tsx';
import { Spinner } from '../parts/Spinner.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import styles from './SignIn.module.css';

type Person = { readonly UserName: string; readonly DisplayName: string };
type Known = { readonly person?: Person; readonly problem?: string };

/**
 * Sets a password through an e-mailed link, whose token is in the hash. An expired link says so and how to
 * get a new one.
 */
export function LinkForm({ api, onLeave }: { readonly api: Api; readonly onLeave: () => void }) {
  const say = useMessage();
  const [token] = useState(() => window.location.hash.slice(1));
  const [known, setKnown] = useState<Known>();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    api.send<Person>('POST', '/account/link', { Token: token }, { intent: 'reads' }).then(
      (person) => setKnown({ person }),
      (error) => setKnown({ problem: errorText(error, say, 'ui.error.title') }),
    );
  }, [api, token, say]);
  if (!known) return <Spinner />;
  const leave = (
    <Button tone={isDone ? 'primary' : 'neutral'} onPress={onLeave}>
      {say('ui.link.sign-in')}
    </Button>
  );
  if (isDone || !known.person)
    return (
      <div className={styles.form}>
        <p role={isDone ? 'status' : 'alert'}>{isDone ? say('ui.link.done') : known.problem}</p>
        {leave}
      </div>
    );
  return <NewPassword {...{ api, token, person: known.person, onDone: () => setDone(true) }} />;
}

type NewProps = {
  readonly api: Api;
  readonly token: string;
  readonly person: Person;
  readonly onDone: () => void;
};

function NewPassword({ api, token, person, onDone }: NewProps) {
  const say = useMessage();
  const id = useId();
  const [values, setValues] = useState({ new: '', again: '' });
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (values.new !== values.again) return setProblem(say('ui.password.differ'));
    setBusy(true);
    try {
      await api.send('PUT', '/account/link', { Token: token, NewPassword: values.new });
      onDone();
    } catch (error) {
      setProblem(errorText(error, say, 'ui.error.title'));
    } finally {
      setBusy(false);
    }
  };
  const field = (name: 'new' | 'again', help?: string) => (
    <FieldShell id={`${id}-${name}`} label={say(`ui.password.${name}`)} help={help}>
      <TextInput
        id={`${id}-${name}`}
        name={name}
        type="password"
        autoComplete="new-password"
        value={values[name]}
        autoFocus={name === 'new'}
        describedBy={[fieldDescription(`${id}-${name}`, help), `${id}-problem`].filter(Boolean).join(' ')}
        onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
      />
    </FieldShell>
  );
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p>{say('ui.link.text', { user: person.UserName, name: person.DisplayName })}</p>
      <p className={styles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={person.UserName} />
      {field('new', say('ui.password.help'))}
      {field('again')}
      <Button type="submit" tone="primary" busy={isBusy}>
        {say('ui.link.submit')}
      </Button>
    </form>
  );
}
