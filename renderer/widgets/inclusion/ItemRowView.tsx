import { GitCompareArrows, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldView } from '../../data/useFormState.ts';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { keyOf, optionsOf } from '../choices.ts';
import type { RowWork } from '../rows/useRowWork.tsx';
import styles from './inclusion.module.css';
import { inclusionChoices, inclusionLabel } from './inclusionLabel.ts';
import type { InclusionProps } from './inclusionOptions.ts';
import { RelationsDialog } from './RelationsDialog.tsx';
import { RelationsForm } from './RelationsForm.tsx';
import { type ItemRow, nameOf, partnersOf } from './relations.ts';
import { type Delayed, useDelayed } from './useDelayed.tsx';

type Props = {
  readonly props: InclusionProps;
  readonly work: RowWork;
  readonly row: ItemRow;
  readonly rows: readonly ItemRow[];
  /** Position in the table, including groups. */
  readonly place: number;
};

/** An item of the plan, with a form for its relations on demand. */
export function ItemRowView({ props, work, row, rows, place }: Props) {
  const { inclusion, message, isReadOnly } = props;
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  // Only optional items have relations, so the form closes when the item becomes included.
  const relations = useDelayed({
    milliseconds: inclusion.mutualsDelayMilliseconds,
    label: message('ui.loading'),
    isAllowed: row.isOptional && !isReadOnly,
  });
  const isEditing = relations.isOpen;
  return (
    <>
      <tr data-kind="item" data-row={place} data-state={isEditing ? 'editing' : 'idle'}>
        <td className={styles.none}>–</td>
        <th scope="row" className={styles.name}>
          {row.name}
          <RowIssues props={props} row={row} />
        </th>
        <td>
          <ExcludedCell props={props} row={row} onOpen={() => setOverlayOpen(true)} />
        </td>
        <td>{names(row.included, props)}</td>
        <td>
          <InclusionCell props={props} row={row} />
        </td>
        <ActionsCell {...{ props, work, row, rows, place, relations }} />
      </tr>
      {isEditing && (
        <tr data-kind="relations">
          <td colSpan={6}>
            <RelationsForm props={props} row={row} rows={rows} onClose={relations.close} />
          </td>
        </tr>
      )}
      {isOverlayOpen && (
        <RelationsDialog props={props} row={row} rows={rows} onClose={() => setOverlayOpen(false)} />
      )}
      {relations.overlay}
    </>
  );
}

type ActionsProps = Props & { readonly relations: Delayed };

function ActionsCell({ props, work, row, rows, place, relations }: ActionsProps) {
  const { inclusion, message, isReadOnly } = props;
  const { editMutuals, remove } = inclusion.texts;
  if (isReadOnly) return <td className={styles.actions} />;
  return (
    <td className={styles.actions}>
      {row.isOptional && partnersOf(row, rows).length > 0 && (
        <IconButton
          size="small"
          icon={GitCompareArrows}
          label={message(editMutuals, { name: row.name })}
          expanded={relations.isOpen}
          onPress={relations.isOpen ? relations.close : relations.open}
        />
      )}
      <IconButton
        size="small"
        icon={Trash2}
        label={message(remove, { name: row.name })}
        onPress={() => work.remove(row.index, { place, name: row.name })}
      />
    </td>
  );
}

/** Names of the excluded items; opens the dialog that edits them. */
function ExcludedCell({ props, row, onOpen }: { props: InclusionProps; row: ItemRow; onOpen: () => void }) {
  const text = names(row.excluded, props);
  if (!row.isOptional) return text;
  const label = props.message('ui.mutuals.open', { name: row.name });
  return (
    <button
      type="button"
      className={styles.cellButton}
      aria-label={`${text}. ${label}`}
      title={label}
      onClick={onOpen}
    >
      {text}
    </button>
  );
}

function InclusionCell({ props, row }: { props: InclusionProps; row: ItemRow }) {
  const { inclusion, form, view, inputId, isReadOnly } = props;
  if (isReadOnly) return <span className={styles.fixed}>{inclusionLabel(props, row.isOptional)}</span>;
  const path = `${view.path}/${row.index}/${inclusion.optional}`;
  return (
    <RadioGroup
      id={`${inputId}-${row.index}-inclusion`}
      label={props.message('ui.labelled', {
        label: props.message(inclusion.texts.columnInclusion),
        text: row.name,
      })}
      value={row.isOptional ? '1' : '0'}
      options={optionsOf(inclusionChoices(props))}
      onChange={(key) => form.change(path, key === '1')}
    />
  );
}

/** Issues at this row, as text. */
function RowIssues({ props, row }: { props: InclusionProps; row: ItemRow }) {
  const { form, view, inclusion, inputId, message } = props;
  const base = `${view.path}/${row.index}`;
  const at = [
    useFieldView(form, `${base}/${inclusion.itemId}`),
    useFieldView(form, `${base}/${inclusion.excluded}`),
    useFieldView(form, `${base}/${inclusion.included}`),
  ];
  const issues = at.flatMap(({ issues: found }) =>
    found.map((issue) => ({ level: issue.level, text: message(issue.message, issue.params) })),
  );
  return <FieldIssues id={`${inputId}-${row.index}-issues`} issues={issues} />;
}

function names(list: ItemRow['excluded'], { inclusion }: InclusionProps): string {
  const sorted = [...list].sort((a, b) => keyOf(a[inclusion.label]).localeCompare(keyOf(b[inclusion.label])));
  return sorted.map((item) => nameOf(item, inclusion)).join(', ') || '–';
}
