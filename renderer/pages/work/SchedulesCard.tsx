import { type PlainColumn, PlainTable } from '../../configure/PlainTable.tsx';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { type Scheduled, useSchedules } from './useWorkList.ts';
import { tones, VerbButtons, WorkName } from './WorkCard.tsx';
import styles from './work.module.css';

/** What repeats or follows events; nothing for people who have none of it. */
export function SchedulesCard() {
  const say = useMessage();
  const { data, error, refetch } = useSchedules();
  const columns = useColumns();
  const items = data?.Items ?? [];
  if (items.length === 0 && !error) return null;
  return (
    <Card title={say('work.schedules')} id="work-schedules" padding="flush">
      {error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {items.length > 0 && (
        <PlainTable
          label={say('work.schedules')}
          columns={columns}
          rows={items}
          rowId={({ Source, Id }) => `${Source} ${Id}`}
        />
      )}
    </Card>
  );
}

function useColumns(): readonly PlainColumn<Scheduled>[] {
  const say = useMessage();
  const formats = useFormats();
  return [
    {
      id: 'what',
      title: say('work.what'),
      isHead: true,
      cell: ({ Person, ...one }) => (
        <WorkName {...one}>
          {Person && ' · '}
          {Person && <PersonName userName={Person} />}
        </WorkName>
      ),
    },
    {
      id: 'next',
      title: say('work.next-time'),
      cell: ({ NextDate, PausedBy, PausedDate }) =>
        PausedBy && PausedDate ? (
          <span className={area.stack}>
            <span>
              <Badge tone="warning">{say('work.paused')}</Badge>
            </span>
            <span className={styles.about}>
              <PersonName userName={PausedBy} /> {formats.dateTime(PausedDate)}
            </span>
          </span>
        ) : (
          <span className={styles.moment}>
            {NextDate ? formats.dateTime(NextDate) : say('work.on-event')}
          </span>
        ),
    },
    {
      id: 'last',
      title: say('work.last-time'),
      cell: ({ LastDate, LastState }) =>
        LastDate ? (
          <span className={area.stack}>
            <span className={styles.moment}>{formats.dateTime(LastDate)}</span>
            {LastState && (
              <span>
                <Badge tone={tones[LastState]}>{say(`work.state.${LastState}`)}</Badge>
              </span>
            )}
          </span>
        ) : (
          '–'
        ),
    },
    { id: 'waiting', title: say('work.waiting'), cell: ({ Waiting }) => Waiting ?? '–' },
    {
      id: 'actions',
      title: say('configure.actions'),
      cell: (one) => <VerbButtons path={pathOf(one)} name={one.Title} verbs={one.Verbs} />,
    },
  ];
}

const pathOf = ({ Source, Id }: Scheduled): string =>
  `/background-work/schedule/${Source}/${encodeURIComponent(Id)}`;
