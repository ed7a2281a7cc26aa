import { useQueries } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { DataRecord, Model } from '#engine';
import { useApp } from '../../data/App.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { keys, mayList } from '../../data/queries.ts';
import type { BlockWidgetProps } from '../../extension/blockProps.ts';
import { readPath } from '../../grid/readPath.ts';
import { Card } from '../../parts/Card.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import styles from './home.module.css';
import { addressOfCall, addressOfList, type OwnList } from './ownLists.ts';

/** Records named below each figure. */
const shownRows = 4;

type Answer = {
  readonly Items: readonly DataRecord[];
  readonly TotalItems?: number;
  readonly Next?: string | null;
};

/** What waits for the person, before any figures. Options: see base/widgets/blocks/own-work.json. */
export function OwnWork({ block }: BlockWidgetProps) {
  const say = useMessage();
  const { api, model, session } = useApp();
  const lists = (block.options.lists as readonly OwnList[]).filter((list) =>
    mayRead(model, list, session.user.Features),
  );
  const answers = useQueries({
    queries: lists.map((list) => {
      const address = addressOfCall(list, new Date());
      return {
        queryKey: keys.list('own-work', address),
        retry: false,
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Answer>(address, { signal }),
      };
    }),
  });
  const found = lists.flatMap((list, at) => {
    const answer = answers[at]?.data;
    return answer && answer.Items.length > 0 ? [{ list, answer }] : [];
  });
  const failed = lists.filter((_, at) => answers[at]?.isError);
  return (
    <Card title={say('own-work.title')} id={block.id}>
      {answers.some(({ isPending }) => isPending) && <Skeleton look="rows" lines={2} />}
      {answers.every(({ isSuccess }) => isSuccess) && found.length === 0 && (
        <p className={styles.none}>
          <Icon icon={CircleCheck} /> {say('own-work.none')}
        </p>
      )}
      <div className={styles.lists}>
        {found.map(({ list, answer }) => (
          <Waiting key={list.id} list={list} answer={answer} />
        ))}
      </div>
      {failed.length > 0 && (
        <p className={styles.failed} role="status">
          {say('own-work.failed', { lists: failed.map(({ title }) => say(title)).join(', ') })}
        </p>
      )}
    </Card>
  );
}

/** Lists that would be refused are not asked for. */
const mayRead = (model: Model, { call, access }: OwnList, features: readonly string[]): boolean =>
  (access === undefined || features.includes(access)) && mayList(model, call, features);

type WaitingProps = { readonly list: OwnList; readonly answer: Answer };

function Waiting({ list, answer: { Items, TotalItems, Next } }: WaitingProps) {
  const say = useMessage();
  const formats = useFormats();
  const count = `${formats.number(TotalItems ?? Items.length)}${Next ? '+' : ''}`;
  const heading = (
    <>
      <span className={styles.count} data-tone={list.tone ?? 'neutral'}>
        {count}
      </span>
      {say(list.title)}
    </>
  );
  const to = addressOfList(list);
  return (
    <section className={styles.waiting} aria-label={say(list.title)}>
      <h3 className={styles.heading}>{to ? <Link to={to}>{heading}</Link> : heading}</h3>
      <ul className={styles.rows}>
        {Items.slice(0, shownRows).map((record, at) => (
          <Row key={String(record.Id ?? at)} list={list} record={record} />
        ))}
      </ul>
    </section>
  );
}

function Row({ list, record }: { readonly list: OwnList; readonly record: DataRecord }) {
  const formats = useFormats();
  const name = list.name.flatMap((path) => readPath(record, path) ?? []).join(' · ');
  const to = list.open && addressOf(list.open, record);
  const date = list.date === undefined ? undefined : readPath(record, list.date);
  return (
    <li className={styles.row}>
      {to ? <Link to={to}>{name}</Link> : name}
      {typeof date === 'string' && (
        <span className={styles.date}>{/T/.test(date) ? formats.day(date) : formats.date(date)}</span>
      )}
    </li>
  );
}

/** `{To}` is an address of its own; other placeholders are parts of one. */
function addressOf(open: string, record: DataRecord): string | undefined {
  const [, only] = /^\{([\w.]+)\}$/.exec(open) ?? [];
  if (only === undefined) return fillPath(open, { root: record });
  const address = readPath(record, only);
  return typeof address === 'string' ? address : undefined;
}
