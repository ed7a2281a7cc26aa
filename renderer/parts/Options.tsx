import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Collection } from 'react-aria-components/Collection';
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from 'react-aria-components/ListBox';
import { useMessage } from '../data/messages.tsx';
import type { MoreOptions, Option } from './control.ts';
import styles from './popover.module.css';
import { Spinner } from './Spinner.tsx';

type Props = {
  /** Absent: the items of the surrounding combo box. */
  readonly items?: readonly Option[] | undefined;
  readonly loading?: boolean;
  readonly empty?: string;
  /** More options on the server, loaded at the end of the list. */
  readonly more?: MoreOptions;
};

/** The options inside a select, combo box or tag picker. */
export function Options(props: Props) {
  const say = useMessage();
  const { more } = props;
  const empty = () => (
    <div className={styles.empty}>
      {props.loading ? <Spinner label={say('ui.loading')} /> : (props.empty ?? say('ui.no-results'))}
    </div>
  );
  if (!props.items)
    return (
      <ListBox className={styles.list} renderEmptyState={empty}>
        {entryOf}
      </ListBox>
    );
  return (
    <>
      <ListBox className={styles.list} renderEmptyState={empty}>
        <Collection items={props.items}>{entryOf}</Collection>
        {more && (
          <ListBoxLoadMoreItem className={styles.next} isLoading={more.isLoading} onLoadMore={more.onLoad}>
            <Spinner label={say('ui.loading')} />
          </ListBoxLoadMoreItem>
        )}
      </ListBox>
      {more && (
        <p className={styles.more} role="status">
          {more.total === undefined
            ? say('ui.options.some', { shown: more.shown })
            : say('ui.options.more', { shown: more.shown, total: more.total })}
        </p>
      )}
    </>
  );
}

const entryOf = (option: Option) => (
  <ListBoxItem className={styles.option} textValue={option.label} isDisabled={option.disabled}>
    <OptionText option={option} />
    <Check className={styles.check} aria-hidden="true" />
  </ListBoxItem>
);

/** The label of an option and its second line. */
function OptionText(props: { option: Option; children?: ReactNode }) {
  const { label, note } = props.option;
  return (
    <span className={styles.text}>
      {label}
      {note && <span className={styles.note}>{note}</span>}
    </span>
  );
}
