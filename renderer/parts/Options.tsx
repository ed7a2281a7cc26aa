import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { useMessage } from '../data/messages.tsx';
import type { Option } from './control.ts';
import styles from './popover.module.css';
import { Spinner } from './Spinner.tsx';

/** The list of choices inside a select, combo box or tag picker. */
export function Options(props: { items?: readonly Option[]; loading?: boolean; empty?: string }) {
  const say = useMessage();
  const empty = () => (
    <div className={styles.empty}>
      {props.loading ? <Spinner label={say('ui.loading')} /> : (props.empty ?? say('ui.no-results'))}
    </div>
  );
  return (
    <ListBox className={styles.list} items={props.items} renderEmptyState={empty}>
      {(option: Option) => (
        <ListBoxItem className={styles.option} textValue={option.label} isDisabled={option.disabled}>
          <OptionText option={option} />
          <Check className={styles.check} aria-hidden="true" />
        </ListBoxItem>
      )}
    </ListBox>
  );
}

/** A choice's label and its second line. */
function OptionText(props: { option: Option; children?: ReactNode }) {
  const { label, note } = props.option;
  return (
    <span className={styles.text}>
      {label}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  );
}
