import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { PersonTrial } from './PersonTrial.tsx';
import { rowOffers } from './rowOffers.ts';
import { useOfferName } from './useOfferName.ts';

type Row = {
  readonly Id: string;
  readonly Name: string | null;
  readonly Seen: boolean;
  readonly Why: readonly string[];
};
type Tried = { readonly May: boolean; readonly All: boolean; readonly Items: readonly Row[] };

/** Shows for any person which of the newest records they would see, and why. */
export function RowsTrial({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const why = useReason(entity);
  return (
    <PersonTrial<Tried> title={say('configure.rows.try')} entity={entity.id} of="rows">
      {({ All, Items }) => (
        <>
          <p className={area.quiet} role="status">
            {say('configure.rows.count', {
              seen: Items.filter(({ Seen }) => Seen).length,
              count: Items.length,
            })}
          </p>
          <PlainTable
            label={say('configure.rows.try')}
            rows={Items}
            rowId={({ Id }) => Id}
            columns={[
              { id: 'name', title: say(entity.title), cell: ({ Name, Id }) => Name ?? Id, isHead: true },
              {
                id: 'seen',
                title: say('configure.rows.seen'),
                cell: ({ Seen }) => say(`overlay.value.${Seen}`),
              },
              { id: 'why', title: say('configure.rows.why'), cell: (row) => why(row, All) },
            ]}
          />
        </>
      )}
    </PersonTrial>
  );
}

/** The rules that a record meets, in words; those reached through a reference by that reference. */
function useReason(entity: EntityModel) {
  const say = useMessage();
  const { model } = useWork();
  const nameOf = useOfferName();
  const offers = rowOffers(model, entity);
  return ({ Why }: Row, seesAll: boolean): string => {
    if (seesAll) return say('configure.rows.sees-all');
    if (Why.length === 0) return say('configure.rows.meets-none');
    const met = Why.map((path) => {
      const exact = offers.find(({ rule }) => rule.where === path);
      return exact ?? offers.find(({ rule }) => rule.through === path.split('.')[0]);
    });
    return [...new Set(met.map((one, index) => (one ? nameOf(one) : (Why[index] ?? ''))))].join('; ');
  };
}
