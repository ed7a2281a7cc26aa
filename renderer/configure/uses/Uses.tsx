import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../data/App.tsx';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import { type UseAt, usesAt } from './usesAt.ts';

/** Lists the uses of something, with links. */
export function Uses({ of }: { of: string }) {
  const say = useMessage();
  const { bundle } = useWork();
  const query = useUses(of);
  const { data, error } = query;
  const state = listState(query, data?.TotalItems ?? 0);
  if (error && state === 'failed') return <EmptyState title={error.message} />;
  if (!data || state === 'loading') return <Skeleton look="form" lines={3} />;
  const found = usesAt(
    data.Items.map(({ File: file, Path: path }) => ({ of, file, path })),
    bundle,
  );
  if (found.length === 0) return <EmptyState title={say('configure.uses.none')} />;
  return (
    <>
      <ul className={styles.stack}>
        {found.map((one) => (
          <li key={`${one.kind} ${one.id} ${one.rule ?? ''}`} className={styles.line}>
            <Place use={one} />
          </li>
        ))}
      </ul>
      {data.TotalItems > data.Items.length && (
        <p className={styles.quiet}>
          {say('configure.uses.more', { shown: data.Items.length, count: data.TotalItems })}
        </p>
      )}
    </>
  );
}

type Found = {
  readonly TotalItems: number;
  readonly Items: readonly { readonly File: string; readonly Path: string }[];
};

/** Computed on the server, which compiles the whole application. */
function useUses(of: string) {
  const api = useApi();
  const { draft } = useWork();
  return useQuery({
    queryKey: ['configure', 'uses', of, draft.Revision, draft.Live],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => api.get<Found>(`/configure/draft/uses?of=${encodeURIComponent(of)}`, { signal }),
  });
}

function Place({ use }: { use: UseAt }) {
  const say = useMessage();
  const names = usePlaceNames();
  const { model, say: label } = useWork();
  const screen = use.kind === 'screen' ? model.screens.get(use.id) : undefined;
  const entity = model.entities.get(use.id);
  if (screen)
    return (
      <>
        <span className={styles.quiet}>{say('configure.use.screen')}</span>
        <Link to={`/configure/screens/${screen.id}`}>{names.screen(screen)}</Link>
      </>
    );
  if (!entity) return <code className={styles.code}>{use.file}</code>;
  const to = `/configure/entities/${entity.id}`;
  return (
    <>
      <span className={styles.quiet}>{say(`configure.use.${use.kind}`)}</span>
      <Link to={use.rule ? `${to}/rules/${use.rule}` : to}>{label(entity.plural)}</Link>
      {use.rule && <code className={styles.code}>{use.rule}</code>}
    </>
  );
}
