import type { ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Link } from '../../parts/Link.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';

/** Screens with their contents and permissions. */
export function ScreenTable({ label, screens }: { label: string; screens: readonly ScreenModel[] }) {
  const say = useMessage();
  const names = usePlaceNames();
  const { say: told } = useWork();
  const columns: readonly PlainColumn<ScreenModel>[] = [
    {
      id: 'name',
      title: say('configure.screen'),
      isHead: true,
      cell: (screen) => (
        <span className={styles.stack}>
          <Link to={`/configure/screens/${screen.id}`}>{names.screen(screen)}</Link>
          <code className={styles.code}>{screen.route}</code>
        </span>
      ),
    },
    {
      id: 'blocks',
      title: say('configure.screen.blocks'),
      cell: ({ blocks }) => blocks.map(({ kind }) => say(`configure.block.${kind}`)).join(', '),
    },
    {
      id: 'access',
      title: say('configure.screen.access'),
      cell: ({ access }) =>
        access.kind === 'feature'
          ? access.anyOf.map((id) => told(`feature.${id}`)).join(', ')
          : say(`configure.access.${access.kind}`),
    },
  ];
  return <PlainTable label={label} columns={columns} rows={screens} rowId={({ id }) => id} />;
}
