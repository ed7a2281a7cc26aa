import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { DataRecord, DetailList, ListDetailBlock } from '#engine';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { keys, type Page } from '../../data/queries.ts';
import type { ScreenScope } from '../../data/screenScope.ts';
import { RowActions } from '../../grid/RowActions.tsx';
import { readPath } from '../../grid/readPath.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import { ActionButton, useVisibleActions } from '../ActionButton.tsx';
import styles from './listDetail.module.css';
import type { Opened } from './opened.ts';

type Props = {
  readonly block: ListDetailBlock;
  readonly list: DetailList;
  readonly scope: ScreenScope;
  readonly opened: Opened;
};

/** A list so long is easier to search than to read. */
const searchFrom = 8;

/** One list of a list and detail: folds away, searches as it is typed into. */
export function DetailListView(props: Props) {
  const { list, scope } = props;
  const say = useMessage();
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  const [text, setText] = useState('');
  const found = useRecords(props);
  const actions = useVisibleActions(list.actions, scope);
  const records = found.data?.Items ?? [];
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
            {found.data && <span className={styles.count}>{records.length}</span>}
          </button>
        </h2>
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} scope={scope} />
        ))}
      </header>
      <div id={`${id}-body`} hidden={!isOpen}>
        {records.length >= searchFrom && (
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
        <Records {...props} found={found} records={records} text={text} />
      </div>
    </section>
  );
}

type RecordsProps = Props & {
  readonly found: ReturnType<typeof useRecords>;
  readonly records: readonly DataRecord[];
  readonly text: string;
};

function Records({ found, records, text, ...props }: RecordsProps) {
  const { list } = props;
  const say = useMessage();
  const state = listState(found, records.length);
  if (state === 'failed')
    return (
      <ErrorState
        text={found.error instanceof ApiError ? found.error.message : say('ui.error.text')}
        onRetry={() => void found.refetch()}
      />
    );
  if (state === 'loading')
    return (
      <div className={styles.waiting}>
        <Skeleton look="rows" lines={4} />
      </div>
    );
  const shown = records.filter((record) => fits(list, record, text));
  if (shown.length === 0)
    return <p className={styles.empty}>{say(records.length === 0 ? list.empty : 'ui.grid.no-match')}</p>;
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
      <RowActions actions={list.rowActions} record={record} name={name} scope={scope} />
    </li>
  );
}

function useRecords({ block, list, scope }: Props) {
  const api = useApi();
  const sort = list.sort
    .map(({ path, direction }) => `&sortFields=${path}&sortDirections=${direction === 'asc' ? 1 : 0}`)
    .join('');
  const path = `${fillPath(list.find, scope)}?page=1&pageSize=0${sort}`;
  return useQuery({
    queryKey: keys.list(block.entity, path),
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
    placeholderData: keepPreviousData,
  });
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
