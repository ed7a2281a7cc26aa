import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { CopyAddress } from '../../parts/CopyAddress.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { SwitchCard } from '../../parts/SwitchCard.tsx';
import styles from './programs.module.css';

type Program = { readonly Name: 'scim' | 'mcp'; readonly IsOn: boolean; readonly Address: string };
type Found = { readonly Items: readonly Program[] };

const path = '/programaccess';
const queryKey = ['programaccess'];

/** The steps to connect each interface. */
const steps = {
  scim: ['scim.key', 'scim.on', 'scim.entra', 'scim.okta', 'scim.invite'],
  mcp: ['mcp.key', 'mcp.on', 'mcp.client'],
} as const;

/** Interfaces for other programs: whether they are on, their addresses, and how to connect. */
export function ProgramsView() {
  const say = useMessage();
  const api = useApi();
  const found = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Found>(path, { signal }) });
  if (found.error) return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton look="form" lines={8} />;
  return (
    <div className={styles.page}>
      <p className={styles.note}>{say('program-access.note')}</p>
      {found.data.Items.map((program) => (
        <ProgramCard key={program.Name} program={program} />
      ))}
    </div>
  );
}

function ProgramCard({ program: { Name, IsOn, Address } }: { readonly program: Program }) {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  return (
    <SwitchCard
      id={`program-${Name}`}
      title={say(`program-access.${Name}.title`)}
      isOn={IsOn}
      words={{
        ...{ on: say('program-access.turn-on'), off: say('program-access.turn-off') },
        confirmOff: say('program-access.turn-off.confirm', { name: Name.toUpperCase() }),
      }}
      turn={async (isOn) =>
        client.setQueryData(queryKey, await api.send<Found>('PUT', path, { Name, IsOn: isOn }))
      }
    >
      <p>{say(`program-access.${Name}.note`)}</p>
      <div>
        <p className={styles.label}>{say('program-access.address')}</p>
        <CopyAddress address={Address} />
      </div>
      <ul className={styles.steps}>
        {steps[Name].map((step) => (
          <li key={step}>{say(`program-access.steps.${step}`)}</li>
        ))}
      </ul>
    </SwitchCard>
  );
}
