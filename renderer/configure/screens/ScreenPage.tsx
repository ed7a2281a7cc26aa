import { useParams } from 'react-router';
import type { BlockModel, ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { Link } from '../../parts/Link.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { Page } from '../Page.tsx';
import { declaredBlock } from '../places.ts';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import { FormPlaces } from './FormPlaces.tsx';
import { GridPlaces } from './GridPlaces.tsx';

/** One screen: the fields of its forms and lists. */
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
      {screen.blocks.map((block) => (
        <Block key={block.id} screen={screen} block={block} />
      ))}
    </Page>
  );
}

function Block({ screen, block }: { screen: ScreenModel; block: BlockModel }) {
  const say = useMessage();
  const names = usePlaceNames();
  const { bundle, model, say: label } = useWork();
  const kind = say(`configure.block.${block.kind}`);
  const title = say('ui.labelled', { label: kind, text: names.block(screen, block.id) });
  const borrowed = declaredBlock(bundle, screen, block.id)?.sections;
  if (typeof borrowed === 'string') {
    const source = model.screens.get(borrowed.split('#')[0] ?? '');
    return (
      <Card title={title} id={`block-${block.id}`}>
        <p>
          {say('configure.screen.borrowed')}{' '}
          {source && <Link to={`/configure/screens/${source.id}`}>{names.screen(source)}</Link>}
        </p>
      </Card>
    );
  }
  if (block.kind === 'form') return <FormPlaces screen={screen} block={block} title={title} />;
  if (block.kind === 'grid') return <GridPlaces screen={screen} block={block} title={title} />;
  const entity = 'entity' in block ? model.entities.get(block.entity) : undefined;
  return (
    <Card title={title} id={`block-${block.id}`}>
      <p className={area.quiet}>
        {say('configure.screen.fixed')} {entity && say('configure.screen.shows')}{' '}
        {entity && <Link to={`/configure/entities/${entity.id}`}>{label(entity.plural)}</Link>}
      </p>
    </Card>
  );
}
