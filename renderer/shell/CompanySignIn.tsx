import { useEffect, useState } from 'react';
import type { Api } from '../data/createApi.ts';
import { errorText } from '../data/errorText.ts';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { useDisplay } from './display.tsx';
import type { SessionBody } from './SessionBody.ts';
import styles from './SignIn.module.css';

type Provider = { readonly Key: string; readonly Label: string; readonly LabelFrench: string };
type SignInWays = {
  readonly HasPassword: boolean;
  readonly HasPasskeys?: boolean;
  readonly Providers: readonly Provider[];
};

const passwordOnly: SignInWays = { HasPassword: true, Providers: [] };

/** The ways to sign in; undefined until the server has answered. */
export function useSignInWays(api: Api): SignInWays | undefined {
  const [ways, setWays] = useState<SignInWays>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const answered = await api.get<SignInWays>('/sign-in').catch(() => passwordOnly);
      if (!isGone) setWays(answered);
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [api]);
  return ways;
}

type Props = {
  readonly api: Api;
  readonly ways: SignInWays;
  /** The page holds the work of this person: they sign in in another tab. */
  readonly userName?: string | undefined;
  readonly onSignedIn: (session: SessionBody) => void;
};

/** A button per provider of the company, and why the last attempt failed. */
export function CompanySignIn({ api, ways, userName, onSignedIn }: Props) {
  const say = useMessage();
  const { locale } = useDisplay();
  const nameOf = ({ Label, LabelFrench }: Provider) => (locale === 'fr-CA' ? LabelFrench : Label);
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [returned] = useState(readReturned);
  const { isElsewhere, open } = useOtherTab({ api, userName, onSignedIn });
  const came = returned && ways.Providers.find(({ Key }) => Key === returned.provider);
  const reason = returned && say(`ui.sign-in.problem.${returned.reason}`, { name: came ? nameOf(came) : '' });
  const begin = async (provider: Provider) => {
    setBusy(provider.Key);
    setFailed(undefined);
    const tab = userName === undefined ? undefined : open();
    try {
      const { pathname, search, hash } = window.location;
      const ReturnTo = tab ? '/' : `${pathname}${withoutReason(search)}${hash}`;
      const { Url } = await api.send<{ readonly Url: string }>(
        'POST',
        `/sign-in/${provider.Key}`,
        { ReturnTo },
        { intent: 'signs-in' },
      );
      (tab ?? window).location.assign(Url);
      if (tab) setBusy(undefined);
    } catch (error) {
      tab?.close();
      setFailed(errorText(error, say, 'ui.error.title'));
      setBusy(undefined);
    }
  };
  if (ways.Providers.length === 0 && !reason) return null;
  return (
    <div className={styles.form}>
      <p className={styles.problem} role="alert">
        {failed ?? reason}
      </p>
      {ways.Providers.map((provider) => (
        <Button
          key={provider.Key}
          tone={ways.HasPassword ? 'neutral' : 'primary'}
          busy={busy === provider.Key}
          onPress={() => void begin(provider)}
        >
          {say('ui.sign-in.with', { name: nameOf(provider) })}
        </Button>
      ))}
      {isElsewhere && <p role="status">{say('ui.sign-in.elsewhere')}</p>}
      {ways.HasPassword && ways.Providers.length > 0 && <p className={styles.or}>{say('ui.sign-in.or')}</p>}
    </div>
  );
}

const reasons: ReadonlySet<string> = new Set([
  ...['unreachable', 'settings', 'declined', 'expired', 'answer', 'no-account', 'no-group'],
  ...['domain', 'inactive', 'ambiguous', 'name-taken', 'above', 'last-manager'],
]);

/** Why the provider sent the person back; anyone can write an address, so only known reasons count. */
function readReturned(): { readonly reason: string; readonly provider: string | null } | undefined {
  const query = new URLSearchParams(window.location.search);
  const reason = query.get('sign-in');
  return reason !== null && reasons.has(reason) ? { reason, provider: query.get('provider') } : undefined;
}

function withoutReason(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('sign-in')) return search;
  query.delete('sign-in');
  query.delete('provider');
  return query.size > 0 ? `?${query}` : '';
}

/** Signs in in another tab, and continues here once the same person comes back. */
function useOtherTab({ api, userName, onSignedIn }: Omit<Props, 'ways'>) {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    if (!isElsewhere) return;
    const look = async () => {
      const session = await api.get<SessionBody>('/session').catch(() => undefined);
      if (session && session.User.UserName === userName) onSignedIn(session);
    };
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [api, userName, onSignedIn, isElsewhere]);
  const open = () => {
    // At once, because browsers open a tab only in answer to a press.
    const tab = window.open('about:blank');
    setElsewhere(tab !== null);
    return tab ?? undefined;
  };
  return { isElsewhere, open };
}
