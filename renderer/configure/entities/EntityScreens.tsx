import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { screensOf } from '../places.ts';
import { ScreenTable } from '../screens/ScreenTable.tsx';
import { useWork } from '../work.tsx';

/** The screens that show records of an entity. */
export function EntityScreens({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { model } = useWork();
  const screens = screensOf(model, entity.id);
  if (screens.length === 0) return <EmptyState title={say('configure.entity.no-screens')} />;
  return (
    <Card padding="flush">
      <ScreenTable label={say('configure.nav.screens')} screens={screens} />
    </Card>
  );
}
