import type { EntityModel } from '#engine';
import { usagesOf } from '#engine';
import { Card } from '../../parts/Card.tsx';
import { Uses } from '../uses/Uses.tsx';
import { useWork } from '../work.tsx';

/** Everything that speaks of an entity. */
export function EntityUses({ entity }: { entity: EntityModel }) {
  const { model } = useWork();
  return (
    <Card>
      <Uses usages={usagesOf(model, `entity:${entity.id}`)} />
    </Card>
  );
}
