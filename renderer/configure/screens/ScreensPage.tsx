import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { Page } from '../Page.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import { ScreenTable } from './ScreenTable.tsx';

/** All screens of the application. */
export function ScreensPage() {
  const say = useMessage();
  const { model } = useWork();
  const names = usePlaceNames();
  const screens = [...model.screens.values()]
    .filter(({ blocks }) => blocks.some(({ kind }) => kind !== 'widget'))
    .sort((one, other) => names.screen(one).localeCompare(names.screen(other)));
  return (
    <Page title={say('configure.nav.screens')} note={say('configure.screens.note')}>
      <Card padding="flush">
        <ScreenTable label={say('configure.nav.screens')} screens={screens} />
      </Card>
    </Page>
  );
}
