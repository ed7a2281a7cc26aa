import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { encode } from 'uqr';
import { ApiError } from '../../data/ApiError.ts';
import { useApi, useUser } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { askPasskey, type PasskeyOptions, problemText } from '../../shell/passkeyCeremony.ts';
import formStyles from '../../shell/SignIn.module.css';
import styles from './account.module.css';
import { useKeptFocus } from './useKeptFocus.ts';
import { usePasskeys } from './usePasskeys.ts';

type State = {
  readonly IsOn: boolean;
  /** An app gives codes; otherwise a passkey is asked for. */
  readonly HasCodes: boolean;
  readonly RecoveryCodesLeft: number;
};
type Codes = { readonly RecoveryCodes: readonly string[] };
type Started = { readonly Secret: string; readonly Uri: string };

/** Each of these calls replaces what an earlier one has set or asked. */
const sets = { intent: 'same-content' } as const;

const path = '/account/second-factor';
const queryKey = ['account', 'second-factor'];

/**
 * Codes of an authenticator app: turned on in three steps, turned off with password and code; a code renews
 * the recovery codes.
 */
export function SecondFactor() {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const [started, setStarted] = useState<Started>();
  const [told, setTold] = useState<Told>();
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.get<State>(path, { signal }) });
  const box = useKeptFocus<HTMLDivElement>();
  const finish = () => {
    setStarted(undefined);
    setTold(undefined);
    return client.invalidateQueries({ queryKey });
  };
  const content = () => {
    if (told) return <RecoveryCodes {...told} onKept={() => void finish()} />;
    const tell = (text: string) => (codes: readonly string[]) => setTold({ codes, text: say(text) });
    const confirmed = tell('account.second-factor.recovery');
    if (started) return <Confirm started={started} onConfirmed={confirmed} onCancel={() => void finish()} />;
    if (found.error) return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />;
    if (!found.data) return <Skeleton look="rows" lines={2} />;
    return found.data.IsOn ? (
      <TurnedOn
        state={found.data}
        onRenewed={tell('account.second-factor.renewed')}
        onDone={() => void finish()}
      />
    ) : (
      <TurnOn onStarted={setStarted} onConfirmed={confirmed} />
    );
  };
  return (
    <Card title={say('account.second-factor.title')}>
      <div ref={box} className={styles.password}>
        {content()}
      </div>
    </Card>
  );
}

type TurnOnProps = Pick<ConfirmProps, 'onConfirmed'> & { readonly onStarted: (started: Started) => void };

function TurnOn({ onStarted, onConfirmed }: TurnOnProps) {
  const say = useMessage();
  const api = useApi();
  const passkeys = usePasskeys();
  const hasPasskeys = passkeys.data?.IsOn === true && passkeys.data.Items.length > 0;
  return (
    <ProofForm
      fields={['password']}
      submit={say('account.second-factor.start')}
      other={
        hasPasskeys
          ? {
              label: say('account.second-factor.with-passkeys'),
              send: async ({ password }) => {
                const body = { CurrentPassword: password };
                onConfirmed((await api.send<Codes>('POST', `${path}/passkey`, body, sets)).RecoveryCodes);
              },
            }
          : undefined
      }
      send={async ({ password }) =>
        onStarted(await api.send<Started>('POST', path, { CurrentPassword: password }, sets))
      }
    >
      <p>{say('account.second-factor.text')}</p>
    </ProofForm>
  );
}

type ConfirmProps = {
  readonly started: Started;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
};

function Confirm({ started, onConfirmed, onCancel }: ConfirmProps) {
  const say = useMessage();
  const api = useApi();
  return (
    <ProofForm
      fields={['code']}
      isFocused
      submit={say('account.second-factor.confirm')}
      onCancel={onCancel}
      send={async ({ code }) => {
        const body = await api.send<Codes>('PUT', path, { Code: code });
        onConfirmed(body.RecoveryCodes);
      }}
    >
      <p>{say('account.second-factor.scan')}</p>
      <QrCode text={started.Uri} label={say('account.second-factor.picture')} />
      <p>
        {say('account.second-factor.secret')}:{' '}
        <code className={styles.secret}>{inFours(started.Secret)}</code>
      </p>
      <p>
        <a href={started.Uri}>{say('account.second-factor.uri')}</a>
      </p>
    </ProofForm>
  );
}

type TurnedOnProps = {
  readonly state: State;
  readonly onRenewed: (codes: readonly string[]) => void;
  readonly onDone: () => void;
};

/** Options while it is on; each asks for its proof once chosen. */
function TurnedOn({ state, onRenewed, onDone }: TurnedOnProps) {
  const say = useMessage();
  const [chosen, choose] = useState<'renew' | 'off'>();
  const onCancel = () => choose(undefined);
  if (chosen === 'renew') return <Renew {...{ state, onRenewed, onCancel }} />;
  if (chosen === 'off') return <TurnOff {...{ state, onDone, onCancel }} />;
  return (
    <div className={formStyles.form}>
      <p>{say(state.HasCodes ? 'account.second-factor.is-on' : 'account.second-factor.passkeys-on')}</p>
      <p>{say('account.second-factor.left', { count: state.RecoveryCodesLeft })}</p>
      <div className={styles.buttons}>
        <Button onPress={() => choose('renew')}>{say('account.second-factor.renew')}</Button>
        <Button onPress={() => choose('off')}>{say('account.second-factor.off')}</Button>
      </div>
    </div>
  );
}

/** A passkey as proof, for a person who has one. */
function usePasskeyProof(send: (proof: object, values: Proof) => Promise<void>): ProofProps['other'] {
  const say = useMessage();
  const api = useApi();
  const { data } = usePasskeys();
  if (!data?.IsOn || !data.Items[0]) return undefined;
  return {
    label: say('account.second-factor.use-passkey'),
    send: async (values) => {
      const { Options } = await api.send<{ Options: PasskeyOptions }>(
        'POST',
        '/account/passkey/check',
        {},
        sets,
      );
      await send({ Passkey: await askPasskey(Options) }, values);
    },
  };
}

function useCodeLabel({ HasCodes }: State): string {
  const say = useMessage();
  return say(`account.second-factor.${HasCodes ? 'code-or-recovery' : 'recovery-code'}`);
}

function Renew({ state, onRenewed, onCancel }: Pick<TurnedOnProps, 'state' | 'onRenewed'> & Leaving) {
  const say = useMessage();
  const api = useApi();
  const renew = async (proof: object) => {
    const body = await api.send<Codes>('POST', `${path}/recovery-codes`, proof, sets);
    onRenewed(body.RecoveryCodes);
  };
  return (
    <ProofForm
      fields={['code']}
      isFocused
      codeLabel={useCodeLabel(state)}
      submit={say('account.second-factor.renew')}
      onCancel={onCancel}
      send={({ code }) => renew({ Code: code })}
      other={usePasskeyProof(renew)}
    >
      <p>{say('account.second-factor.renew.text')}</p>
    </ProofForm>
  );
}

type Leaving = { readonly onCancel: () => void };

function TurnOff({ state, onDone, onCancel }: Pick<TurnedOnProps, 'state' | 'onDone'> & Leaving) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const turnOff = async (proof: object, { password }: Proof) => {
    await api.send('POST', `${path}/off`, { CurrentPassword: password, ...proof }, sets);
    toast.show(say('account.second-factor.is-off'), 'success');
    onDone();
  };
  return (
    <ProofForm
      fields={['password', 'code']}
      isFocused
      codeLabel={useCodeLabel(state)}
      submit={say('account.second-factor.off')}
      onCancel={onCancel}
      send={(values) => turnOff({ Code: values.code }, values)}
      other={usePasskeyProof(turnOff)}
    >
      <p>{say(state.HasCodes ? 'account.second-factor.is-on' : 'account.second-factor.passkeys-on')}</p>
    </ProofForm>
  );
}

type Told = { readonly codes: readonly string[]; readonly text: string };

/** Shown only once; focus starts at the message, so that screen readers read it first. */
function RecoveryCodes({ codes, text, onKept }: Told & { readonly onKept: () => void }) {
  const say = useMessage();
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div className={formStyles.form}>
      <p ref={said} tabIndex={-1}>
        {text}
      </p>
      <ul className={styles.codes} aria-label={say('account.second-factor.recovery-codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button tone="primary" onPress={onKept}>
        {say('account.second-factor.kept')}
      </Button>
    </div>
  );
}

type Proof = { readonly password: string; readonly code: string };

type ProofProps = {
  readonly fields: readonly (keyof Proof)[];
  readonly codeLabel?: string;
  readonly isFocused?: boolean;
  readonly submit: string;
  /** Throws `ApiError`, which is shown above the fields. */
  readonly send: (proof: Proof) => Promise<void>;
  /** Another way to prove it. */
  readonly other?: { readonly label: string; readonly send: (proof: Proof) => Promise<void> } | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly children: ReactNode;
};

/** Asks for a password, a code or both; wrong ones must be typed again. */
function ProofForm(props: ProofProps) {
  const { fields, codeLabel, isFocused = false, submit, send, other, onCancel, children } = props;
  const say = useMessage();
  const user = useUser();
  const id = useId();
  const [values, setValues] = useState<Proof>({ password: '', code: '' });
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const labels = {
    password: say('ui.sign-in.password'),
    code: codeLabel ?? say('account.second-factor.code'),
  };
  const run = async (prove: typeof send) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await prove(values);
    } catch (error) {
      setProblem(problemText(say, error));
      const isCode = error instanceof ApiError && error.validationErrors.some(({ Key }) => Key === 'Code');
      document.getElementById(`${id}-${isCode ? 'code' : fields[0]}`)?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={formStyles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run(send);
      }}
      noValidate
    >
      {children}
      <p className={formStyles.problem} role="alert" id={`${id}-problem`}>
        {problem}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={user.UserName} />
      {fields.map((name) => (
        <FieldShell key={name} id={`${id}-${name}`} label={labels[name]}>
          <TextInput
            id={`${id}-${name}`}
            name={name}
            type={name === 'password' ? 'password' : 'text'}
            autoComplete={name === 'password' ? 'current-password' : 'one-time-code'}
            spellCheck={false}
            value={values[name]}
            autoFocus={isFocused && name === fields[0]}
            describedBy={`${id}-problem`}
            onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        </FieldShell>
      ))}
      <ProofButtons {...{ submit, other, onCancel, isBusy }} onOther={(prove) => void run(prove)} />
    </form>
  );
}

type ProofButtonsProps = Pick<ProofProps, 'submit' | 'other' | 'onCancel'> & {
  readonly isBusy: boolean;
  readonly onOther: (prove: ProofProps['send']) => void;
};

function ProofButtons({ submit, other, onCancel, isBusy, onOther }: ProofButtonsProps) {
  const say = useMessage();
  return (
    <div className={styles.buttons}>
      <Button type="submit" tone="primary" busy={isBusy}>
        {submit}
      </Button>
      {other && (
        <Button busy={isBusy} onPress={() => onOther(other.send)}>
          {other.label}
        </Button>
      )}
      {onCancel && <Button onPress={onCancel}>{say('account.second-factor.cancel')}</Button>}
    </div>
  );
}

/** Dark on light in both themes, as cameras need it. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, data } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} className={styles.light} />
      <path d={dark.join('')} className={styles.dark} shapeRendering="crispEdges" />
    </svg>
  );
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');
