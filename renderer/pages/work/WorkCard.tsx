import { type ReactNode, useState } from 'react';
import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import area from '../../parts/area.module.css';
import { Badge, type BadgeTone } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Link } from '../../parts/Link.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import {
  mostShown,
  pageSize,
  useAct,
  useWorkList,
  type WorkItem,
  type WorkState,
  workFilters,
} from './useWorkList.ts';
import styles from './work.module.css';

export const tones: Readonly<Record<WorkState, BadgeTone>> = {
  ...{ due: 'warning', running: 'accent', done: 'success', failed: 'danger', cancelled: 'neutral' },
};

type Props = {
  readonly params: URLSearchParams;
  readonly set: (given: Readonly<Record<string, string | undefined>>) => void;
};

/** The runs of everything, newest first. */
export function WorkCard({ params, set }: Props) {
  const say = useMessage();
  const [size, setSize] = useState(pageSize);
  const found = useWorkList(params, size);
  const columns = useColumns();
  const { data, error, refetch } = found;
  const items = data?.Items ?? [];
  const state = listState(found, items.length);
  const isNarrow = workFilters.some((name) => params.get(name));
  const more = (next: string) => {
    if (size < mostShown) setSize(Math.min(size * 2, mostShown));
    else set({ after: next });
  };
  return (
    <Card title={say('work.runs')} id="work-runs" padding="flush">
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {state === 'loading' && <Skeleton look="rows" />}
      {state === 'ready' && items.length === 0 && (
        <EmptyState title={say(isNarrow ? 'ui.grid.no-match' : 'work.none')} />
      )}
      {items.length > 0 && (
        <div className={styles.runs}>
          <PlainTable label={say('work.runs')} columns={columns} rows={items} rowId={({ Id }) => Id} />
        </div>
      )}
      <p className={styles.more}>
        {params.has('after') && <Button onPress={() => set({})}>{say('history.newer')}</Button>}
        {data?.Next && <Button onPress={() => more(String(data.Next))}>{say('history.older')}</Button>}
      </p>
    </Card>
  );
}

function useColumns(): readonly PlainColumn<WorkItem>[] {
  const say = useMessage();
  const formats = useFormats();
  return [
    {
      id: 'date',
      title: say('work.date'),
      cell: ({ Date: moment }) => <span className={styles.moment}>{formats.dateTime(moment)}</span>,
    },
    {
      id: 'what',
      title: say('work.what'),
      isHead: true,
      cell: (item) => <WorkName {...item} />,
    },
    { id: 'state', title: say('work.state'), cell: (item) => <State item={item} /> },
    {
      id: 'reason',
      title: say('work.reason'),
      cell: ({ Reason, State: state, NextDate }) => (
        <span className={area.stack}>
          {Reason ?? (NextDate ? '' : '–')}
          {NextDate && state === 'due' && (
            <span className={styles.about}>{say('work.next', { moment: formats.dateTime(NextDate) })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'duration',
      title: say('work.duration'),
      cell: ({ Milliseconds }) => (
        <span className={styles.moment}>{durationIn(formats.locale, Milliseconds)}</span>
      ),
    },
    {
      id: 'person',
      title: say('work.person'),
      cell: ({ Person }) => (Person ? <PersonName userName={Person} /> : '–'),
    },
    {
      id: 'actions',
      title: say('configure.actions'),
      cell: (item) => <VerbButtons path={pathOf(item)} name={nameOf(item)} verbs={item.Verbs} />,
    },
  ];
}

const pathOf = ({ Source, Id }: WorkItem): string => `/background-work/${Source}/${Id}`;
const nameOf = ({ Title, About }: WorkItem): string => [Title, About].filter(Boolean).join(' · ');

function State({ item: { State: state, Done, Share, Attempts, Title } }: { readonly item: WorkItem }) {
  const say = useMessage();
  const isRunning = state === 'running';
  return (
    <span className={area.stack}>
      <span>
        <Badge tone={tones[state]}>{say(`work.state.${state}`)}</Badge>
      </span>
      {isRunning && (Done !== null || Share !== null) && (
        <Progress
          label={Title}
          {...(Share !== null && { share: Share })}
          {...(Done !== null && { text: say('ui.bell.rows', { count: Done }) })}
        />
      )}
      {(Attempts ?? 0) > 1 && (
        <span className={styles.about}>{say('work.attempts', { count: Attempts ?? 0 })}</span>
      )}
    </span>
  );
}

type NameProps = Pick<WorkItem, 'Source' | 'Title' | 'About' | 'To'> & { readonly children?: ReactNode };

/** What is done, and what it is about. */
export function WorkName({ Source, Title, About, To, children }: NameProps) {
  const say = useMessage();
  return (
    <span className={area.stack}>
      {To ? <Link to={To}>{Title}</Link> : Title}
      <span className={styles.about}>
        {[say(`work.source.${Source}`), About].filter(Boolean).join(' · ')}
        {children}
      </span>
    </span>
  );
}

type VerbProps = { readonly path: string; readonly name: string; readonly verbs: readonly string[] };

/** What may be done with it; `name` tells the buttons of several rows apart. */
export function VerbButtons({ path, name, verbs }: VerbProps) {
  const say = useMessage();
  const { busy, act } = useAct(path);
  return (
    <span className={area.line}>
      {verbs.map((verb) => (
        <Button
          key={verb}
          size="small"
          busy={busy === verb}
          label={`${say(`work.${verb}`)}: ${name}`}
          onPress={() => void act(verb)}
        >
          {say(`work.${verb}`)}
        </Button>
      ))}
    </span>
  );
}

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** In the largest unit that fits: 0.4 s, 12 s, 3 min. */
function durationIn(locale: string, milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const [unit, size] = units.find(([, size]) => milliseconds >= size) ?? ['second', 1000];
  const maximumFractionDigits = milliseconds < 10_000 ? 1 : 0;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  return format.format(milliseconds / size);
}
