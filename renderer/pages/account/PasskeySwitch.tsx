import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { SwitchCard } from '../../parts/SwitchCard.tsx';

type Found = { readonly IsOn: boolean; readonly Origin: string | null };

const path = '/passkeys';
const queryKey = ['passkeys'];

/** Whether people may sign in with passkeys. */
export function PasskeySwitch() {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Found>(path, { signal }) });
  if (found.error) return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton look="form" lines={3} />;
  const { IsOn, Origin } = found.data;
  return (
    <SwitchCard
      title={say('passkeys.switch.title')}
      isOn={IsOn}
      isInUse={IsOn && Origin !== null}
      words={{
        ...{ on: say('passkeys.switch.on'), off: say('passkeys.switch.off') },
        confirmOff: say('passkeys.switch.confirm'),
      }}
      turn={async (isOn) => client.setQueryData(queryKey, await api.send<Found>('PUT', path, { IsOn: isOn }))}
    >
      <p>{say(Origin === null ? 'passkeys.switch.nowhere' : 'passkeys.switch.text', { origin: Origin })}</p>
    </SwitchCard>
  );
}
