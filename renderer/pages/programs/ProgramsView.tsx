import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
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
  return (
    <Card
      id={`program-${Name}`}
      title={say(`program-access.${Name}.title`)}
      actions={
        <Badge tone={IsOn ? 'success' : 'neutral'}>{say(`program-access.is-${IsOn ? 'on' : 'off'}`)}</Badge>
      }
    >
      <div className={styles.content}>
        <p>{say(`program-access.${Name}.note`)}</p>
        <AddressLine address={Address} />
        <ul className={styles.steps}>
          {steps[Name].map((step) => (
            <li key={step}>{say(`program-access.steps.${step}`)}</li>
          ))}
        </ul>
        <Turn name={Name} isOn={IsOn} />
      </div>
    </Card>
  );
}

function AddressLine({ address }: { readonly address: string }) {
  const say = useMessage();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.show(say('program-access.copied'), 'success'),
      () => toast.show(say('configure.form.not-copied'), 'error', 'copy'),
    );
  return (
    <div>
      <p className={styles.label}>{say('program-access.address')}</p>
      <div className={area.line}>
        <code className={styles.address}>{address}</code>
        <Button onPress={() => void copy()}>{say('program-access.copy')}</Button>
      </div>
    </div>
  );
}

function Turn({ name, isOn }: { readonly name: Program['Name']; readonly isOn: boolean }) {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const dialogs = useDialogs();
  const [problem, setProblem] = useState<string>();
  const turn = async () => {
    const question = say('program-access.turn-off.confirm', { name: name.toUpperCase() });
    const yes = { yes: say('program-access.turn-off'), tone: 'danger' } as const;
    if (isOn && !(await dialogs.confirm(question, yes))) return;
    setProblem(undefined);
    try {
      client.setQueryData(queryKey, await api.send<Found>('PUT', path, { Name: name, IsOn: !isOn }));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={area.line}>
      <Button tone={isOn ? 'danger' : 'primary'} onPress={() => void turn()}>
        {say(isOn ? 'program-access.turn-off' : 'program-access.turn-on')}
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
