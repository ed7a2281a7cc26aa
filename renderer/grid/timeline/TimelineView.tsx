import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  addTo,
  type GridState,
  groupWhere,
  periodWhere,
  startOf,
  type TimelineLayout,
  type TimelineSpan,
  timelineColumnsOf,
} from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { today } from '../../data/clock.ts';
import { useMessage } from '../../data/messages.tsx';
import { keys } from '../../data/queries.ts';
import { useIsNarrow } from '../../data/useIsNarrow.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import hidden from '../../parts/hidden.module.css';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useCalendarTools } from '../calendar/useCalendarTools.tsx';
import { groupOffer } from '../groups/groupingOf.ts';
import { groupName } from '../groups/groupName.ts';
import type { GroupsAnswer } from '../groups/useGroups.ts';
import type { LayoutProps } from '../layouts/LayoutProps.ts';
import { groupsQuery } from '../layouts/layoutQuery.ts';
import { PeriodBar } from '../layouts/PeriodBar.tsx';
import { PartialNote } from '../PartialNote.tsx';
import { useGridSnapshot } from '../useGridState.ts';
import { TimelineAgenda } from './TimelineAgenda.tsx';
import { TimelineHead } from './TimelineHead.tsx';
import { TimelineLane } from './TimelineLane.tsx';
import styles from './timeline.module.css';
import { timelineTitle } from './timelineWords.ts';

const spans: readonly TimelineSpan[] = ['day', 'week', 'month', 'quarter'];
/** Columns of the past that are in sight, and how many the buttons step over. */
const [before, step] = [2, 6];

/** Records as bars from their start to their end, in lanes; on a phone as a list of days. */
export function TimelineView(props: LayoutProps<TimelineLayout>) {
  const { grid, layout, tools: cells, address, label } = props;
  const say = useMessage();
  const isNarrow = useIsNarrow();
  const { span = layout.span, day = today() } = useGridSnapshot(grid);
  const columns = timelineColumnsOf(span, addTo(startOf(day, span), span, -before));
  const period = { from: columns[0]?.from ?? day, to: columns.at(-1)?.to ?? day };
  const tools = useCalendarTools(props, period);
  const lanes = useLanes(grid, layout, isNarrow ? '' : address, period);
  if (isNarrow) return <TimelineAgenda {...props} day={day} />;
  const title = timelineTitle(period, cells.locale);
  return (
    <section className={styles.timeline} aria-label={say('ui.timeline.of', { name: label })}>
      <PeriodBar<TimelineSpan>
        {...{ span, spans, day, title }}
        label={say('ui.timeline.span')}
        names={{ previous: say('ui.timeline.previous'), next: say('ui.timeline.next') }}
        stepTo={(count) => addTo(startOf(day, span), span, count * step)}
        show={tools.show}
      />
      <p className={hidden.hidden} role="status">
        {tools.dates.said}
      </p>
      {lanes.error && <ErrorState text={lanes.error.message} onRetry={lanes.retry} />}
      {!lanes.error && lanes.isPending && <Skeleton look="rows" lines={6} />}
      <div className={styles.scroller}>
        <TimelineHead {...{ columns, span, period }} locale={cells.locale} />
        {lanes.all.map(({ Value, Title, Count }) => (
          <TimelineLane
            key={String(Value)}
            {...{ grid, layout, address, tools, period, columns }}
            where={lanes.field && groupWhere(lanes.field.path, undefined, Value)}
            {...(lanes.field && {
              name: groupName(
                { value: Value, ...(Title !== undefined && { title: Title }) },
                { field: lanes.field, totals: [] },
                grid.block,
                cells,
              ),
              count: Count,
            })}
          />
        ))}
      </div>
      {lanes.isCapped && (
        <p className={styles.note}>{say('ui.groups.capped', { count: lanes.all.length })}</p>
      )}
      <PartialNote isPartial={lanes.isPartial} />
    </section>
  );
}

const oneLane: GroupsAnswer['Groups'] = [{ Value: null, Count: 0 }];

/** The lanes that have records in the period; one for all if the layout or the person's rights know none. */
function useLanes(
  { block }: GridState,
  layout: TimelineLayout,
  address: string,
  period: { readonly from: string; readonly to: string },
) {
  const api = useApi();
  const [model, { Features }] = [useModel(), useUser()];
  const field = groupOffer(model, block, Features).fields.find(({ path }) => path === layout.by);
  const asked = field && groupsQuery(address, { by: field.path, where: periodWhere(layout, period) });
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.list(block.entity, asked ?? ''),
    queryFn: ({ signal }) => api.get<GroupsAnswer>(asked ?? '', { signal }),
    placeholderData: keepPreviousData,
    enabled: asked !== undefined && address !== '',
  });
  return {
    field,
    all: field ? (data?.Groups ?? []) : oneLane,
    isCapped: data?.IsGroupsCapped === true,
    isPartial: field !== undefined && data?.IsPartial === true,
    isPending: field !== undefined && isPending,
    error,
    retry: () => void refetch(),
  };
}
