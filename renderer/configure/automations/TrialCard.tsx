import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import styles from '../form.module.css';
import { type StepAnswer, StepResults } from './StepResults.tsx';

type Tried = {
  readonly Holds: boolean | null;
  readonly Reason: string | null;
  readonly Steps: readonly StepAnswer[];
  readonly Sent: boolean;
};

/** Tries the automation of the draft on a stored record; nothing is kept. */
export function TrialCard({ name, entity }: { readonly name: string; readonly entity: string }) {
  const say = useMessage();
  const api = useApi();
  const [record, setRecord] = useState<string>();
  const [tried, setTried] = useState<Tried>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const records = useRecords(entity);
  const run = async (Send: boolean) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const path = `/configure/automations/${encodeURIComponent(name)}/trial`;
      setTried(await api.send<Tried>('POST', path, { RecordId: record, Send }, { intent: 'same-content' }));
    } catch (error) {
      setFailure(errorText(error, say));
    } finally {
      setBusy(false);
    }
  };
  const chosen = record ?? records[0]?.Id;
  if (record === undefined && chosen !== undefined) setRecord(chosen);
  const refusal = record === undefined ? say('configure.trial.no-records') : undefined;
  const hasMail = tried?.Steps.some((step) => step.Do === 'mail') === true;
  return (
    <Card title={say('configure.trial')} id="automation-trial">
      <div className={styles.form}>
        <p className={area.quiet}>{say('configure.trial.note')}</p>
        <FieldShell id="trial-record" label={say('configure.run.record')} as="group">
          <Select
            id="trial-record"
            labelledBy="trial-record-label"
            value={record}
            options={records.map(({ Id, Name }) => ({ id: Id, label: Name }))}
            onChange={setRecord}
            required
            empty={say('configure.trial.no-records')}
          />
        </FieldShell>
        <span className={area.line}>
          <Button busy={isBusy} refusal={refusal} onPress={() => void run(false)}>
            {say('configure.trial.run')}
          </Button>
          {hasMail && (
            <Button busy={isBusy} onPress={() => void run(true)}>
              {say('configure.trial.send')}
            </Button>
          )}
        </span>
        {failure && <p role="alert">{failure}</p>}
        {tried && <Outcome tried={tried} />}
      </div>
    </Card>
  );
}

/** The newest records that the person may see. */
function useRecords(entity: string): readonly { readonly Id: string; readonly Name: string }[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['configure', 'automation-records', entity],
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly { Id: string; Name: string }[] }>(
        `/configure/automations/records?entity=${entity}`,
        { signal },
      ),
  });
  return data?.Items ?? [];
}

function Outcome({ tried }: { readonly tried: Tried }) {
  const say = useMessage();
  return (
    <div role="status" className={area.stack}>
      <p>{say(`configure.trial.holds.${tried.Holds}`)}</p>
      {tried.Reason && <p>{tried.Reason}</p>}
      {tried.Sent && <p>{say('configure.trial.sent')}</p>}
      <StepResults steps={tried.Steps} />
    </div>
  );
}
