import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { problemText } from '../../shell/passkeyCeremony.ts';

type Found = { readonly IsOn: boolean; readonly Origin: string | null };

const path = '/passkeys';
const queryKey = ['passkeys'];

/** Whether people may sign in with passkeys. */
export function PasskeySwitch() {
  const say = useMessage();
  const api = useApi();
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Found>(path, { signal }) });
  if (found.error) return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton look="form" lines={3} />;
  const { IsOn, Origin } = found.data;
  const isOn = IsOn && Origin !== null;
  return (
    <Card
      title={say('passkeys.switch.title')}
      actions={
        <Badge tone={isOn ? 'success' : 'neutral'}>{say(`program-access.is-${isOn ? 'on' : 'off'}`)}</Badge>
      }
    >
      <div className={area.stack}>
        <p>{say(Origin === null ? 'passkeys.switch.nowhere' : 'passkeys.switch.text', { origin: Origin })}</p>
        <Turn isOn={IsOn} />
      </div>
    </Card>
  );
}

function Turn({ isOn }: { readonly isOn: boolean }) {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [problem, setProblem] = useState<string>();
  const turn = async () => {
    const yes = { yes: say('passkeys.switch.off'), tone: 'danger' } as const;
    if (isOn && !(await dialogs.confirm(say('passkeys.switch.confirm'), yes))) return;
    setProblem(undefined);
    try {
      client.setQueryData(queryKey, await api.send<Found>('PUT', path, { IsOn: !isOn }));
    } catch (error) {
      setProblem(problemText(say, error));
    }
  };
  return (
    <div className={area.line}>
      <Button onPress={() => void turn()}>{say(`passkeys.switch.${isOn ? 'off' : 'on'}`)}</Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
