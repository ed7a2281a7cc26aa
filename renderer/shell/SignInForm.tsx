import { KeyRound } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../data/ApiError.ts';
import type { Api } from '../data/createApi.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Icon } from '../parts/Icon.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import { CompanySignIn, useSignInWays } from './CompanySignIn.tsx';
import { ForgottenForm } from './ForgottenForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { askPasskey, type PasskeyOptions, problemText, supportsPasskeys } from './passkeyCeremony.ts';
import type { SessionBody } from './SessionBody.ts';
import styles from './SignIn.module.css';

type Props = {
  readonly api: Api;
  /** Only this person may sign in, as their work is on the page. */
  readonly userName?: string;
  readonly onSignedIn: (session: SessionBody) => void;
};

/** The providers of the company, or name and password, then a new password if the given one was generated. */
export function SignInForm({ begun, onSignedIn, ...props }: Props & { readonly begun?: SessionBody }) {
  const say = useMessage();
  const [half, setHalf] = useState(begun);
  const ways = useSignInWays(props.api);
  const proceed = (session: SessionBody) =>
    session.MustChangePassword ? setHalf(session) : onSignedIn(session);
  if (!half)
    return (
      <>
        {ways && <CompanySignIn {...props} ways={ways} onSignedIn={onSignedIn} />}
        {ways?.HasPassword !== false && (
          <NameAndPassword {...props} hasPasskeys={ways?.HasPasskeys === true} onSignedIn={proceed} />
        )}
      </>
    );
  return (
    <div className={styles.form}>
      <p>{say('ui.password.own.text')}</p>
      <PasswordForm api={props.api} userName={half.User.UserName} isFocused onChanged={onSignedIn} />
    </div>
  );
}

/** Shows one message for any wrong credentials, then asks for a code if the server requires one. */
function NameAndPassword({
  api,
  userName,
  hasPasskeys,
  onSignedIn,
}: Props & { readonly hasPasskeys: boolean }) {
  const say = useMessage();
  const id = useId();
  const [name, setName] = useState(userName ?? '');
  const [isForgotten, setForgotten] = useState(false);
  const { password, setPassword, code, setCode, passkey, back, problem, isBusy, submit } = useSignIn({
    api,
    name,
    onSignedIn,
  });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await submit()))
      document.getElementById(code === undefined ? `${id}-password` : `${id}-code`)?.focus();
  };
  if (code !== undefined)
    return <CodeForm id={id} {...{ code, setCode, passkey, problem, isBusy, send }} onBack={back} />;
  if (isForgotten) return <ForgottenForm api={api} name={name} onBack={() => setForgotten(false)} />;
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p className={styles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <NameFields {...{ id, userName, name, setName, password, setPassword }} />
      <Button type="submit" tone="primary" busy={isBusy}>
        {say('ui.sign-in.submit')}
      </Button>
      {hasPasskeys && supportsPasskeys() && (
        <PasskeySignIn api={api} userName={userName} onSignedIn={onSignedIn} />
      )}
      {userName === undefined && (
        <Button tone="quiet" onPress={() => setForgotten(true)}>
          {say('ui.sign-in.forgot')}
        </Button>
      )}
    </form>
  );
}

type NameFieldsProps = {
  readonly userName: string | undefined;
  readonly id: string;
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly password: string;
  readonly setPassword: (password: string) => void;
};

function NameFields({ id, userName, name, setName, password, setPassword }: NameFieldsProps) {
  const say = useMessage();
  return (
    <>
      <FieldShell id={`${id}-name`} label={say('ui.sign-in.name')}>
        <TextInput
          id={`${id}-name`}
          name="username"
          autoComplete="username"
          spellCheck={false}
          value={name}
          readOnly={userName !== undefined}
          autoFocus={userName === undefined}
          describedBy={`${id}-problem`}
          onChange={setName}
        />
      </FieldShell>
      <FieldShell id={`${id}-password`} label={say('ui.sign-in.password')}>
        <TextInput
          id={`${id}-password`}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          autoFocus={userName !== undefined}
          describedBy={`${id}-problem`}
          onChange={setPassword}
        />
      </FieldShell>
    </>
  );
}

type CodeProps = {
  readonly id: string;
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** Proves the second factor with a passkey; absent for a person without passkeys. */
  readonly passkey: (() => Promise<void>) | undefined;
  readonly problem?: string;
  readonly isBusy: boolean;
  readonly send: (event: FormEvent) => void;
  readonly onBack: () => void;
};

/** The second factor, after a correct password. */
function CodeForm({ id, code, setCode, passkey, problem, isBusy, send, onBack }: CodeProps) {
  const say = useMessage();
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p id={`${id}-text`}>{say('ui.sign-in.code.text')}</p>
      <p className={styles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <FieldShell id={`${id}-code`} label={say('ui.sign-in.code')}>
        <TextInput
          id={`${id}-code`}
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          autoFocus
          describedBy={`${id}-text ${id}-problem`}
          onChange={setCode}
        />
      </FieldShell>
      <Button type="submit" tone="primary" busy={isBusy}>
        {say('ui.sign-in.submit')}
      </Button>
      {passkey && (
        <Button busy={isBusy} onPress={() => void passkey()}>
          {say('ui.sign-in.code.passkey')}
        </Button>
      )}
      <Button tone="quiet" onPress={onBack}>
        {say('ui.sign-in.back')}
      </Button>
    </form>
  );
}

function useSignIn({ api, name, onSignedIn }: Pick<Props, 'api' | 'onSignedIn'> & { name: string }) {
  const say = useMessage();
  const [password, setPassword] = useState('');
  /** Undefined until the server asks for it. */
  const [code, setCode] = useState<string>();
  const [options, setOptions] = useState<PasskeyOptions>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Resolves to true on success, or while a call is running. */
  const submit = async (ask?: () => Promise<object>): Promise<boolean> => {
    if (isBusy) return true;
    setBusy(true);
    setProblem(undefined);
    try {
      const proof = ask ? { Passkey: await ask() } : { Code: code };
      const body = { UserName: name.trim(), Password: password, ...proof, CookieOnly: true };
      onSignedIn(await api.send<SessionBody>('POST', '/session', body, { intent: 'signs-in' }));
      return true;
    } catch (error) {
      const asksCode = error instanceof ApiError && error.body.CodeRequired === true;
      // The first refusal only asks for the code.
      if (!asksCode || code || ask) setProblem(problemText(say, error));
      // Each challenge is answered once.
      if (asksCode) setOptions(error.body.PasskeyOptions);
      if (asksCode) setCode('');
      else if (code === undefined) setPassword('');
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Back to name and password. */
  const back = () => {
    setPassword('');
    setProblem(undefined);
    setCode(undefined);
  };
  const prove = async () => void (await submit(() => askPasskey(options ?? {})));
  const passkey = options && supportsPasskeys() ? prove : undefined;
  return { password, setPassword, code, setCode, passkey, back, problem, isBusy, submit };
}

/** Signs in the owner of the passkey that the browser offers. */
function PasskeySignIn({ api, userName, onSignedIn }: Props) {
  const say = useMessage();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { Options } = await api.send<{ Options: PasskeyOptions }>(
        'POST',
        '/session/passkey/options',
        {},
        { intent: 'signs-in' },
      );
      const body = { Passkey: await askPasskey(Options), CookieOnly: true, UserName: userName };
      onSignedIn(await api.send<SessionBody>('POST', '/session/passkey', body, { intent: 'signs-in' }));
    } catch (error) {
      setProblem(problemText(say, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<Icon icon={KeyRound} />} busy={isBusy} onPress={() => void run()}>
        {say('ui.sign-in.passkey')}
      </Button>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </>
  );
}
