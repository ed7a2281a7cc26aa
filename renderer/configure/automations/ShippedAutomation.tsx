import type { AutomationChange, AutomationModel } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../Page.tsx';
import { useKeep } from '../useKeep.ts';
import { RunsCard } from './RunsCard.tsx';

type Props = { readonly automation: AutomationModel; readonly change: AutomationChange | undefined };

/** An automation of the application, which can be switched off if it is open to changes. */
export function ShippedAutomation({ automation, change }: Props) {
  const say = useMessage();
  const locale = useLocale();
  const { id, title, open, off, when, then } = automation;
  const switching: AutomationChange = { kind: 'automation', name: id, off: true };
  const { keep, takeOut, isBusy } = useKeep({
    changes: [switching],
    own: change ? [change] : [],
    back: '/configure/automations',
  });
  return (
    <Page
      title={title[locale]}
      crumbs={[{ label: say('configure.nav.automations'), to: '/configure/automations' }]}
      actions={
        open && (
          <Button busy={isBusy} onPress={() => void (off ? takeOut() : keep())}>
            {say(off ? 'configure.automation.switch-on' : 'configure.automation.switch-off')}
          </Button>
        )
      }
    >
      <Card title={say('configure.automation.shipped')} id="automation-shipped">
        <p className={area.quiet}>
          {say(`configure.automation.on.${when.on}`)}:{' '}
          {then.map((step) => say(`configure.automation.do.${step.do}`)).join(', ')}
        </p>
      </Card>
      <RunsCard automation={id} />
    </Page>
  );
}
