import { type EntityChange, type EntityModel, featuresOfEntity } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { CheckboxGroup } from '../../parts/CheckboxGroup.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { RolesGrid } from '../roles/RolesGrid.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { RowsTrial } from './RowsTrial.tsx';
import { type RowRule, rowOffers, rowRuleId } from './rowOffers.ts';
import { useOfferName } from './useOfferName.ts';

type Props = { readonly entity: EntityModel; readonly change: EntityChange };

/** Rights on an entity of the draft: who may do what, on which records, tried for a person. */
export function EntityRights({ entity, change }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const own = new Set(Object.values(featuresOfEntity(entity.id)));
  const features = [...model.features.values()].filter(({ id }) => own.has(id));
  return (
    <div className={area.page}>
      <Card title={say('configure.rights')} id="entity-rights" padding="flush">
        <RolesGrid features={features} roles={[...model.roles.values()]} />
      </Card>
      {change.rights !== 'apart' && <PartRights change={change} />}
      <VisibleRows entity={entity} change={change} />
      <RowsTrial entity={entity} />
    </div>
  );
}

/** Entities of earlier versions have two rights; once they are separate, roles are granted each by name. */
function PartRights({ change }: { change: EntityChange }) {
  const say = useMessage();
  const { put, isBusy } = useSaveDraft();
  return (
    <Card>
      <Switch
        id="rights-apart"
        checked={false}
        disabled={isBusy}
        onChange={() => void put([{ ...change, rights: 'apart' }])}
      >
        {say('configure.rights.apart')}
      </Switch>
      <p className={area.quiet}>{say('configure.rights.apart.note')}</p>
    </Card>
  );
}

function VisibleRows({ entity, change }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const nameOf = useOfferName();
  const { put } = useSaveDraft();
  const rows = change.rows ?? [];
  const offers = rowOffers(model, entity);
  const chosen = rows.map(rowRuleId);
  const save = (ids: readonly string[]) => {
    const kept = rows.filter((row) => ids.includes(rowRuleId(row)));
    const added = offers.filter(({ id }) => ids.includes(id) && !chosen.includes(id)).map(({ rule }) => rule);
    const [first, ...others] = [...kept, ...added];
    const { rows: _, ...rest } = change;
    void put([first ? { ...rest, rows: [first, ...others] as [RowRule, ...RowRule[]] } : rest]);
  };
  const known = new Set(offers.map(({ id }) => id));
  return (
    <Card title={say('configure.rows')} id="entity-rows">
      <p className={area.quiet}>{say(rows.length > 0 ? 'configure.rows.note' : 'configure.rows.all')}</p>
      <CheckboxGroup
        id="rows"
        label={say('configure.rows')}
        direction="column"
        value={chosen}
        options={[
          ...offers.map((one) => ({ id: one.id, label: nameOf(one) })),
          // Written in a file, or about a field that is gone.
          ...chosen.filter((id) => !known.has(id)).map((id) => ({ id, label: id })),
        ]}
        onChange={save}
      />
    </Card>
  );
}
