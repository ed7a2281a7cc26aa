import { useMemo } from 'react';
import type { GridBlock } from '#engine';
import { useUser } from '../../data/App.tsx';
import { lazyComponent } from '../../data/fetched.tsx';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import area from '../../parts/area.module.css';
import styles from './canvas.module.css';
import type { Layout } from './layout.ts';

const GridBlockView = lazyComponent(async () => (await import('../../grid/GridBlockView.tsx')).GridBlockView);

type Props = {
  readonly block: GridBlock;
  readonly layout: Layout;
  /** Whether the entity can have records. */
  readonly isStored: boolean;
};

/** The list as people see it, with real records where its call needs no open record. */
export function CanvasGrid({ block, layout, isStored }: Props) {
  const user = useUser();
  const scope = useMemo<ScreenScope>(
    () => ({ route: {}, query: {}, data: {}, user, reload: async () => {} }),
    [user],
  );
  const shown = useMemo<GridBlock>(
    () => ({
      ...block,
      ...{
        columns: layout.columns.map((column) => ({ ...column, hidden: false, visible: undefined })),
        filters: layout.filters,
      },
      ...{ remember: false, views: [], pageSize: 5, actions: [], rowActions: [], start: undefined },
    }),
    [block, layout],
  );
  const needsRecord = block.find.includes('{') || block.where.length > 0;
  if (!isStored || needsRecord) return <Heads layout={layout} />;
  return <GridBlockView key={layout.filters.map(({ path }) => path).join()} block={shown} scope={scope} />;
}

/** The heads alone, where no records can be loaded. */
function Heads({ layout }: Pick<Props, 'layout'>) {
  const say = useMessage();
  return (
    <div className={area.tableBox}>
      <div className={styles.filters}>
        {layout.filters.map(({ path, title }) => (
          <span key={path} data-filter={path} className={styles.filter}>
            {say(title)}
          </span>
        ))}
      </div>
      <table className={area.table}>
        <thead>
          <tr>
            {layout.columns.map(({ path, title, width }) => (
              <th key={path} scope="col" data-column={path} style={{ width }}>
                {say(title)}
              </th>
            ))}
          </tr>
        </thead>
      </table>
      <p className={area.quiet}>{say('configure.canvas.no-records')}</p>
    </div>
  );
}
