import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { keyOf } from '../choices.ts';
import { listOf } from '../ReferencesWidget.tsx';
import { applyRelations } from './applyRelations.ts';
import type { InclusionProps } from './InclusionTableWidget.tsx';
import styles from './inclusion.module.css';
import { type ItemRow, partnersOf, type Relation, relationTo } from './relations.ts';

type Props = {
  readonly props: InclusionProps;
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
  readonly onClose: () => void;
};

/** For every other optional item: none, mutual exclusion or mutual inclusion. Nothing changes before OK. */
export function RelationsForm({ props, row, rows, onClose }: Props) {
  const { message, inclusion, inputId } = props;
  const { texts } = inclusion;
  const partners = partnersOf(row, rows);
  const [chosen, setChosen] = useState(() => startRelations(props, row, partners));
  const [isRefused, setRefused] = useState(false);
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => focusFirst(first.current), []);

  const isComplete = partners.every(({ id }) => chosen.has(id));
  const choose = (id: string, relation: string) => setChosen(new Map(chosen).set(id, relation as Relation));
  const submit = () => {
    if (!isComplete) return setRefused(true);
    applyRelations(props, row, chosen, rows);
    onClose();
  };
  const relations = [
    { id: 'none', label: message(texts.none) },
    { id: 'excluded', label: message(texts.exclusion) },
    { id: 'included', label: message(texts.inclusionRelation) },
  ];
  return (
    <fieldset
      ref={first}
      className={styles.relations}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <legend className={styles.legend}>{message(texts.mutuals, { name: row.name })}</legend>
      {isRefused && !isComplete && (
        <p className={styles.refused} role="alert">
          {message(texts.mutualsIncomplete)}
        </p>
      )}
      <div className={styles.partners}>
        {partners.map((partner) => {
          const id = `${inputId}-${row.index}-to-${partner.index}`;
          return (
            <div key={partner.id} className={styles.partner}>
              <span id={`${id}-label`} className={styles.partnerName}>
                {partner.name}
              </span>
              <RadioGroup
                id={id}
                labelledBy={`${id}-label`}
                required
                invalid={isRefused && !chosen.has(partner.id)}
                value={chosen.get(partner.id)}
                options={relations}
                onChange={(relation) => choose(partner.id, relation)}
              />
            </div>
          );
        })}
      </div>
      <div className={styles.buttons}>
        <Button size="small" tone="primary" onPress={submit}>
          {message('ui.ok')}
        </Button>
        <Button size="small" onPress={onClose}>
          {message('ui.cancel')}
        </Button>
        {!isComplete && (
          <Button size="small" tone="link" onPress={() => setChosen(withRest(chosen, partners))}>
            {message('ui.mutuals.none-for-rest')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** Relations as they stand. Between items of the stored plan 'none' is an answer; beside a new one it is a question. */
function startRelations(
  props: InclusionProps,
  row: ItemRow,
  partners: readonly ItemRow[],
): Map<string, Relation> {
  const { inclusion, form, view } = props;
  const stored = listOf(form.stored()[view.path.slice(1)]).map((item) => keyOf(item[inclusion.itemId]));
  const isSettled = (id: string) => stored.includes(id) && stored.includes(row.id);
  const known = partners.map(({ id }) => [id, relationTo(row, id)] as const);
  return new Map(known.filter(([id, relation]) => relation !== 'none' || isSettled(id)));
}

/** The first answer given, or the first to give. */
function focusFirst(form: HTMLElement | null): void {
  const group = form?.querySelector('[role="radiogroup"]');
  const radio = group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector('input');
  radio?.focus();
}

function withRest(
  chosen: ReadonlyMap<string, Relation>,
  partners: readonly ItemRow[],
): Map<string, Relation> {
  return new Map(partners.map(({ id }) => [id, chosen.get(id) ?? 'none']));
}
