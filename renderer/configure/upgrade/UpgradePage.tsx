import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { DecisionsPage } from '../decide/DecisionsPage.tsx';
import { keyOf, useDecisions } from '../decide/useDecisions.ts';
import type { Draft, UpgradeTake } from '../draftTypes.ts';
import { useWork } from '../work.tsx';
import { UpgradeChoice } from './UpgradeChoice.tsx';

/** Changes whose shipped base was updated, to decide which value holds from now on. */
export function UpgradePage() {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const { draft, keep } = useWork();
  const { Affected, Clean } = draft.Upgrade;
  const { takeOf, choose, forget, run, failure, isBusy } = useDecisions<UpgradeTake>();
  const Resolutions = Affected.flatMap(({ Kind, Name }) => {
    const Take = takeOf({ Kind, Name });
    return Take ? [{ Kind, Name, Take }] : [];
  });
  const save = () =>
    run(async () => {
      const body = { Revision: draft.Revision, Resolutions };
      keep(await api.send<Draft>('POST', '/configure/draft/upgrade', body, { intent: 'same-content' }));
      forget();
      toast.show(say('configure.upgrade.done', { count: Resolutions.length }), 'success');
    });
  const refusal = Resolutions.length === 0 ? say('configure.upgrade.choose') : undefined;
  const action = { label: say('configure.upgrade.keep'), refusal, onPress: () => void save() };
  return (
    <DecisionsPage
      title={say('configure.upgrade.title')}
      note={say(Affected.length > 0 ? 'configure.upgrade.note' : 'configure.upgrade.none')}
      action={Affected.length > 0 ? action : undefined}
      {...{ isBusy, failure }}
      foot={
        Affected.length > 0 &&
        Clean.length > 0 && <p>{say('configure.upgrade.clean', { count: Clean.length })}</p>
      }
    >
      {Affected.map((change) => (
        <UpgradeChoice
          key={keyOf(change)}
          change={change}
          take={takeOf(change)}
          onTake={(take) => choose(change, take)}
        />
      ))}
    </DecisionsPage>
  );
}
