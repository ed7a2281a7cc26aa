import { useMemo, useState } from 'react';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { applyRelations } from './applyRelations.ts';
import styles from './inclusion.module.css';
import type { InclusionProps } from './inclusionOptions.ts';
import { type ItemRow, partnersOf, type Relation, relationTo } from './relations.ts';

type Props = {
  readonly props: InclusionProps;
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
  readonly onClose: () => void;
};

/**
 * The dialog 'mutuals': the other items that this one excludes. An item both excluded and included is an
 * error. OK is disabled on a read-only product, and hidden from people who may never edit the plan.
 */
export function RelationsDialog({ props, row, rows, onClose }: Props) {
  const { message, inclusion, inputId, isReadOnly, view } = props;
  const isForbidden = view.reasons.some(({ slot, source }) => slot === 'editable' && source === 'policy');
  const partners = partnersOf(row, rows);
  const [start] = useState(() => idsOf(row, partners, 'excluded'));
  const { excluded, setExcluded, draft } = useExcluded(start, `relations.${location.pathname}.${row.id}`);
  const included = new Set(idsOf(row, partners, 'included'));
  const both = [...excluded].filter((id) => included.has(id));
  const isInvalid = both.length > 0;
  const submit = () => {
    const relation = (id: string): Relation =>
      excluded.has(id) ? 'excluded' : included.has(id) ? 'included' : 'none';
    applyRelations(props, row, new Map(partners.map(({ id }) => [id, relation(id)])), rows);
    onClose();
  };
  return (
    <Dialog
      id="mutuals"
      title={message(inclusion.texts.mutuals, { name: row.name })}
      size="small"
      onClose={onClose}
      {...(isForbidden
        ? { actions: <Button onPress={onClose}>{message('ui.close')}</Button> }
        : {
            main: { label: message('ui.ok'), disabled: isInvalid || isReadOnly, onPress: submit },
            cancel: message('ui.cancel'),
          })}
    >
      {!isForbidden && !isReadOnly && <DraftBar draft={draft} />}
      <p className={styles.lead}>{message(inclusion.texts.columnExcluded)}</p>
      {partners.length === 0 && <p className={styles.none}>{message('ui.mutuals.alone')}</p>}
      <ul className={styles.checks}>
        {partners.map((partner) => (
          <li key={partner.id}>
            <Checkbox
              id={`${inputId}-${row.index}-excludes-${partner.index}`}
              checked={excluded.has(partner.id)}
              invalid={both.includes(partner.id)}
              disabled={isReadOnly}
              onChange={(isOn) => setExcluded(toggled(excluded, partner.id, isOn))}
            >
              {partner.name}
              {included.has(partner.id) && (
                <span className={styles.note}> · {message(inclusion.texts.inclusionRelation)}</span>
              )}
            </Checkbox>
          </li>
        ))}
      </ul>
      {isInvalid && (
        <p className={styles.refused} role="alert">
          {message('ui.mutuals.both')}
        </p>
      )}
    </Dialog>
  );
}

/** The ticks so far, kept across a reload. */
function useExcluded(start: readonly string[], key: string) {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(() => new Set(start));
  const value = useMemo(() => [...excluded].sort(), [excluded]);
  const draft = useKeptWork<readonly string[]>({
    key,
    value,
    isChanged: value.join() !== [...start].sort().join(),
    restore: (kept) => setExcluded(new Set(kept)),
  });
  return { excluded, setExcluded, draft };
}

function idsOf(row: ItemRow, partners: readonly ItemRow[], relation: Relation): readonly string[] {
  return partners.filter(({ id }) => relationTo(row, id) === relation).map(({ id }) => id);
}

function toggled(set: ReadonlySet<string>, id: string, isOn: boolean): Set<string> {
  const next = new Set(set);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}
