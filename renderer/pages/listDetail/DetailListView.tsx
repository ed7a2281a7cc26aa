import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { DataRecord, DetailList, ListDetailBlock } from '#engine';
import { ActionButton, useVisibleActions } from '../../actions/ActionButton.tsx';
import { errorText } from '../../data/errorText.ts';
import { fillPath } from '../../data/fillPath.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { PartialNote } from '../../grid/PartialNote.tsx';
import { RowActions } from '../../grid/RowActions.tsx';
import { readPath } from '../../grid/readPath.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import styles from './listDetail.module.css';
import type { Opened } from './opened.ts';
import { type DetailRecords, useDetailRecords } from './useDetailRecords.ts';

type Props = {
  readonly block: ListDetailBlock;
  readonly list: DetailList;
  readonly scope: ScreenScope;
  readonly opened: Opened;
};

/** From this length on a list has a search field. */
const searchFrom = 8;

/** A collapsible, searchable list of a list-detail block. */
export function DetailListView(props: Props) {
  const { list, scope } = props;
  const say = useMessage();
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const [text, setText] = useState('');
  const found = useDetailRecords(props.block, list, { scope, text });
  const actions = useVisibleActions(list.actions, scope);
  const { records, total } = found;
  const title = say(list.title);
  return (
    <section className={styles.list} data-list={list.id} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={`${id}-body`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon icon={isOpen ? ChevronDown : ChevronRight} size="small" />
            {title}
            {found.isKnown && <span className={styles.count}>{total}</span>}
          </button>
        </h2>
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} scope={scope} />
        ))}
      </header>
      <div id={`${id}-body`} hidden={!isOpen}>
        <PartialNote isPartial={found.isPartial} />
        {(total >= searchFrom || found.isLong) && (
          <div className={styles.search}>
            <TextInput
              id={`${id}-search`}
              type="search"
              label={say('ui.detail.search', { list: title })}
              placeholder={say('ui.detail.search', { list: title })}
              value={text}
              onChange={setText}
            />
          </div>
        )}
        <Records {...props} found={found} text={text} />
        {found.hasMore && <MoreRecords shown={records.length} found={found} title={title} />}
      </div>
    </section>
  );
}

type RecordsProps = Props & {
  readonly found: DetailRecords;
  readonly text: string;
};

function Records({ found, text, ...props }: RecordsProps) {
  const { list } = props;
  const say = useMessage();
  const { records } = found;
  const state = listState(found, records.length);
  if (state === 'failed')
    return <ErrorState text={errorText(found.error, say)} onRetry={() => void found.refetch()} />;
  if (state === 'loading')
    return (
      <div className={styles.waiting}>
        <Skeleton look="rows" lines={4} />
      </div>
    );
  // A long list is searched on the server.
  const shown = found.isLong ? records : records.filter((record) => fits(list, record, text));
  const isNarrowed = text.trim() !== '';
  if (shown.length === 0)
    return <p className={styles.empty}>{say(isNarrowed ? 'ui.grid.no-match' : list.empty)}</p>;
  return (
    <ul className={styles.records}>
      {shown.map((record) => (
        <Entry key={String(record.Id)} {...props} record={record} />
      ))}
    </ul>
  );
}

function Entry({ block, list, scope, opened, record }: Props & { readonly record: DataRecord }) {
  const name = String(record[list.label] ?? '');
  const isCurrent = 'id' in opened && opened.id === record.Id;
  const note = list.note && readPath(record, list.note);
  const tag = list.tag && readPath(record, list.tag);
  return (
    <li className={styles.entry} data-current={isCurrent || undefined}>
      <Link
        to={`${fillPath(block.path, scope)}/${record.Id}`}
        className={styles.link}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className={styles.name}>{name}</span>
        {note ? <span className={styles.note}>{String(note)}</span> : null}
        {tag ? <span className={styles.tag}>{String(tag)}</span> : null}
      </Link>
      <RowActions actions={list.rowActions} entity={block.entity} {...{ record, name, scope }} />
    </li>
  );
}

/** The number of records shown, with a button to load more. */
function MoreRecords({ shown, found, title }: { shown: number; found: DetailRecords; title: string }) {
  const say = useMessage();
  return (
    <p className={styles.more}>
      <span role="status">{say('ui.detail.more', { shown, total: found.total })}</span>
      <Button
        size="small"
        busy={found.isFetchingNextPage}
        onPress={found.loadMore}
        label={say('ui.detail.show-more', { list: title })}
      >
        {say('ui.show-more')}
      </Button>
    </p>
  );
}

function fits({ label, note, tag }: DetailList, record: DataRecord, text: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return true;
  return [label, note, tag].some(
    (path) =>
      path !== undefined &&
      String(readPath(record, path) ?? '')
        .toLocaleLowerCase()
        .includes(wanted),
  );
}
