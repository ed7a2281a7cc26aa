import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import styles from '../draft/draft.module.css';
import type { Draft, UpgradedChange, UpgradeTake } from '../draftTypes.ts';
import form from '../form.module.css';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import { UpgradeChoice } from './UpgradeChoice.tsx';

/** Changes whose shipped base became another: what was, what is, what the change says, and what holds from now on. */
export function UpgradePage() {
  const say = useMessage();
  const { Affected, Clean } = useWork().draft.Upgrade;
  const { takes, choose, keep, failure, isBusy } = useDecisions();
  const decided = Affected.filter((change) => takes[keyOf(change)]).length;
  return (
    <Page
      title={say('configure.upgrade.title')}
      note={say(Affected.length > 0 ? 'configure.upgrade.note' : 'configure.upgrade.none')}
      actions={
        Affected.length > 0 && (
          <Button
            tone="primary"
            busy={isBusy}
            refusal={decided === 0 ? say('configure.upgrade.choose') : undefined}
            onPress={() => void keep()}
          >
            {say('configure.upgrade.keep')}
          </Button>
        )
      }
    >
      {failure && (
        <p role="alert" className={styles.finding} data-level="error">
          {failure}
        </p>
      )}
      <div className={form.form}>
        {Affected.map((change) => (
          <UpgradeChoice
            key={keyOf(change)}
            change={change}
            take={takes[keyOf(change)]}
            onTake={(take) => choose(change, take)}
          />
        ))}
      </div>
      {Affected.length > 0 && Clean.length > 0 && (
        <p>{say('configure.upgrade.clean', { count: Clean.length })}</p>
      )}
    </Page>
  );
}

const keyOf = ({ Kind, Name }: Pick<UpgradedChange, 'Kind' | 'Name'>): string => `${Kind}/${Name}`;

type Takes = Readonly<Record<string, UpgradeTake>>;

function useDecisions() {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const { draft, keep: show } = useWork();
  const [takes, setTakes] = useState<Takes>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    setFailure(undefined);
    const Resolutions = draft.Upgrade.Affected.flatMap(({ Kind, Name }) => {
      const Take = takes[keyOf({ Kind, Name })];
      return Take ? [{ Kind, Name, Take }] : [];
    });
    try {
      show(
        await api.send<Draft>('POST', '/configure/draft/upgrade', { Revision: draft.Revision, Resolutions }),
      );
      setTakes({});
      toast.show(say('configure.upgrade.done', { count: Resolutions.length }), 'success');
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : say('ui.error.text'));
    } finally {
      setBusy(false);
    }
  };
  const choose = (change: UpgradedChange, take: UpgradeTake) =>
    setTakes((before) => ({ ...before, [keyOf(change)]: take }));
  return { takes, choose, keep, failure, isBusy };
}
