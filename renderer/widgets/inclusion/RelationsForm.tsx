import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { keyOf } from '../choices.ts';
import { listOf } from '../ReferencesWidget.tsx';
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

/** For each other optional item: none, mutual exclusion or mutual inclusion. Applied only by OK. */
export function RelationsForm({ props, row, rows, onClose }: Props) {
  const { message, inclusion, inputId } = props;
  const { texts } = inclusion;
  const partners = partnersOf(row, rows);
  const [chosen, setChosen] = useState(() => startRelations(props, row, partners));
  const [isRefused, setRefused] = useState(false);
  const first = useRef<HTMLFieldSetElement>(null);
  useEffect(() => focusFirst(first.current), []);

  const isComplete = partners.every(({ id }) => chosen.has(id));
  const submit = () => {
    if (!isComplete) return setRefused(true);
    applyRelations(props, row, chosen, rows);
    onClose();
  };
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
        {partners.map((partner) => (
          <PartnerLine
            key={partner.id}
            id={`${inputId}-${row.index}-to-${partner.index}`}
            props={props}
            partner={partner}
            chosen={chosen.get(partner.id)}
            isMissing={isRefused && !chosen.has(partner.id)}
            onChoose={(relation) => setChosen(new Map(chosen).set(partner.id, relation))}
          />
        ))}
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

type LineProps = {
  readonly id: string;
  readonly props: InclusionProps;
  readonly partner: ItemRow;
  readonly chosen: Relation | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (relation: Relation) => void;
};

/** Another optional item, and its relation to the edited one. */
function PartnerLine({ id, props, partner, chosen, isMissing, onChoose }: LineProps) {
  const { message, inclusion } = props;
  const { none, exclusion, inclusionRelation } = inclusion.texts;
  return (
    <div className={styles.partner}>
      <span id={`${id}-label`} className={styles.partnerName}>
        {partner.name}
      </span>
      <RadioGroup
        id={id}
        labelledBy={`${id}-label`}
        required
        invalid={isMissing}
        value={chosen}
        options={[
          { id: 'none', label: message(none) },
          { id: 'excluded', label: message(exclusion) },
          { id: 'included', label: message(inclusionRelation) },
        ]}
        onChange={(relation) => onChoose(relation as Relation)}
      />
    </div>
  );
}

/** Current relations. Between stored items 'none' is preselected; beside a new item it must be chosen. */
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

/** Focuses the first chosen answer, or the first one. */
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
