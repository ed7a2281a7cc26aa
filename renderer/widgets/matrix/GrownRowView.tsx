import { Check, X } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import type { GrownRow } from '#engine';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import type { WidgetProps } from '../types.ts';
import styles from './grown.module.css';

type Props = {
  readonly props: WidgetProps;
  readonly row: GrownRow;
  /** Its place in the table. */
  readonly at: number;
  /** Member with the column number of an entry; issues of the row show there. */
  readonly member: string;
  readonly columns: readonly number[];
  readonly labels: readonly string[];
  readonly onToggle: (number: number) => void;
  readonly onRemove: () => void;
};

/** A listed record: name, issues, checkboxes and remove button. */
export function GrownRowView({ props, row, at: place, member, columns, labels, onToggle, onRemove }: Props) {
  const { isReadOnly, message: say, inputId } = props;
  const issues = useRowIssues(props, row, member);
  const idOf = (place: number | undefined) => (place === undefined ? undefined : `${inputId}-${place}`);
  const issuesId = `${idOf(row.places[0])}-issues`;
  return (
    <tr data-row={place} data-state={issues.length > 0 ? 'invalid' : 'idle'}>
      <th scope="row" className={styles.name}>
        {row.name}
        <FieldIssues id={issuesId} issues={issues} />
      </th>
      {columns.map((number, at) => {
        const checked = row.numbers.includes(number);
        const label = say('ui.matrix.cell', { row: row.name, column: labels[at] ?? '' });
        return (
          <td key={number} id={cellId(row, number, idOf)} className={styles.cell} data-column={at}>
            {isReadOnly ? (
              <ReadOnlyCell checked={checked} say={say} />
            ) : (
              <Checkbox
                id={`${idOf(row.places[0])}-in-${number}`}
                label={label}
                describedBy={issues.length > 0 ? issuesId : undefined}
                invalid={issues.length > 0}
                checked={checked}
                onChange={() => onToggle(number)}
              />
            )}
          </td>
        );
      })}
      {!isReadOnly && (
        <td className={styles.last}>
          <IconButton
            icon={X}
            size="small"
            label={say('ui.matrix.remove-row', { name: row.name })}
            onPress={onRemove}
          />
        </td>
      )}
    </tr>
  );
}

/** Ties each entry to a cell of the row, as a target for issue links. */
function cellId(
  { numbers, places }: GrownRow,
  number: number,
  idOf: (place: number | undefined) => string | undefined,
): string | undefined {
  if (numbers.length === 0) return undefined;
  const at = numbers.indexOf(number);
  return at < 0 ? undefined : idOf(places[at]);
}

function ReadOnlyCell({ checked, say }: { checked: boolean; say: WidgetProps['message'] }) {
  return (
    <>
      {checked && <Icon icon={Check} />}
      <span className={styles.hidden}>{say(checked ? 'ui.yes' : 'ui.no')}</span>
    </>
  );
}

type RowIssue = { readonly level: 'error' | 'warning' | 'confirm'; readonly text: string };

/** Issues of the entries of a row, without duplicates. */
function useRowIssues({ form, view, message: say }: WidgetProps, { places }: GrownRow, member: string) {
  const paths = places.map((place) => `${view.path}/${place}/${member}`).join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = paths.split(' ').map((path) => form.subscribe(path, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [form, paths],
  );
  const found = useSyncExternalStore(subscribe, () => {
    const issues = paths.split(' ').flatMap((path) => form.view(path).issues);
    return JSON.stringify(issues.map(({ level, message, params }) => ({ level, message, params })));
  });
  const issues = (JSON.parse(found) as { level: RowIssue['level']; message: string; params: object }[]).map(
    ({ level, message, params }) => ({ level, text: say(message, { ...params }) }),
  );
  return issues.filter(({ text }, at) => issues.findIndex((other) => other.text === text) === at);
}
