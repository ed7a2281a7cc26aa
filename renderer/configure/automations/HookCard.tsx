import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { CopyAddress } from '../../parts/CopyAddress.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

type Hook = {
  readonly Address: string;
  readonly IsLive: boolean;
  readonly HasSecret: boolean;
  readonly SecretDate: string | null;
  readonly LastDate: string | null;
};

/** The address of an automation that a webhook starts, and its secret. */
export function HookCard({ automation }: { readonly automation: string }) {
  const say = useMessage();
  const api = useApi();
  const formats = useFormats();
  const path = `/configure/automations/hooks/${encodeURIComponent(automation)}`;
  const queryKey = ['configure', 'hook', automation];
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Hook>(path, { signal }) });
  const [secret, setSecret] = useState<string>();
  if (found.error) return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton look="form" lines={3} />;
  const { Address, IsLive, HasSecret, SecretDate, LastDate } = found.data;
  const last = LastDate ? formats.dateTime(LastDate) : say('configure.hook.never');
  return (
    <Card title={say('configure.hook.title')} id="automation-hook">
      <div className={area.stack}>
        <CopyAddress address={Address} />
        <p className={area.note}>{say('configure.hook.proof')}</p>
        {!IsLive && <p>{say('configure.hook.unpublished')}</p>}
        {IsLive && !HasSecret && <p>{say('configure.hook.no-secret')}</p>}
        {HasSecret && SecretDate && (
          <p>{say('configure.hook.has-secret', { date: formats.dateTime(SecretDate), last })}</p>
        )}
        {secret && (
          <p role="status">
            {say('configure.hook.shown')} <code>{secret}</code>
          </p>
        )}
        {(IsLive || HasSecret) && (
          <SecretButtons {...{ path, queryKey, isLive: IsLive, hasSecret: HasSecret, onSecret: setSecret }} />
        )}
      </div>
    </Card>
  );
}

type ButtonsProps = {
  readonly path: string;
  readonly queryKey: readonly string[];
  readonly isLive: boolean;
  readonly hasSecret: boolean;
  readonly onSecret: (secret: string | undefined) => void;
};

function SecretButtons({ path, queryKey, isLive, hasSecret, onSecret }: ButtonsProps) {
  const say = useMessage();
  const api = useApi();
  const dialogs = useDialogs();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<string | undefined>) => {
    setProblem(undefined);
    try {
      onSecret(await work());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
    await client.invalidateQueries({ queryKey });
  };
  const renew = async () => {
    const yes = { yes: say('configure.hook.renew') };
    if (hasSecret && !(await dialogs.confirm(say('configure.hook.renew.sure'), yes))) return;
    await run(
      async () =>
        (await api.send<{ Secret: string }>('POST', `${path}/secret`, undefined, { intent: 'same-content' }))
          .Secret,
    );
  };
  const revoke = async () => {
    const yes = { yes: say('configure.hook.revoke'), tone: 'danger' } as const;
    if (!(await dialogs.confirm(say('configure.hook.revoke.sure'), yes))) return;
    await run(async () => {
      await api.send('DELETE', `${path}/secret`);
      return undefined;
    });
  };
  return (
    <div className={area.line}>
      {isLive && (
        <Button onPress={() => void renew()}>{say(`configure.hook.${hasSecret ? 'renew' : 'make'}`)}</Button>
      )}
      {hasSecret && (
        <Button tone="caution" onPress={() => void revoke()}>
          {say('configure.hook.revoke')}
        </Button>
      )}
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
