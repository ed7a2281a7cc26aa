import { useParams } from 'react-router';
import type { ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { CanvasView } from '../canvas/CanvasView.tsx';
import { Page } from '../Page.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';

/** One screen on the canvas, where its forms and lists are changed in place. */
export function ScreenPage() {
  const { screenId = '' } = useParams();
  const { model } = useWork();
  const screen = model.screens.get(screenId);
  return screen ? <OneScreen key={screen.id} screen={screen} /> : <NotFoundPage />;
}

function OneScreen({ screen }: { screen: ScreenModel }) {
  const say = useMessage();
  const names = usePlaceNames();
  return (
    <Page
      title={names.screen(screen)}
      crumbs={[{ label: say('configure.nav.screens'), to: '/configure/screens' }]}
      note={say('configure.screen.note', { route: screen.route })}
    >
      <CanvasView screen={screen} />
    </Page>
  );
}
