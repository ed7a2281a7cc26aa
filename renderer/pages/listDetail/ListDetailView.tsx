import { Suspense, useMemo } from 'react';
import type { ListDetailBlock } from '#engine';
import type { ScreenScope } from '../../data/screenScope.ts';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { DetailListView } from './DetailListView.tsx';
import { DetailPane } from './DetailPane.tsx';
import styles from './listDetail.module.css';
import type { Opened } from './opened.ts';

type Props = { readonly block: ListDetailBlock; readonly scope: ScreenScope };

/** Lists on the left, the form of the open record on the right; the address names the record. */
export function ListDetailView({ block, scope }: Props) {
  const opened = useMemo(() => openedAt(block, scope), [block, scope]);
  return (
    <div className={styles.columns} data-mode={opened.mode}>
      <div className={styles.lists}>
        {block.lists.map((list) => (
          <DetailListView key={list.id} block={block} list={list} scope={scope} opened={opened} />
        ))}
      </div>
      <div className={styles.detail}>
        <Suspense fallback={<Skeleton look="form" lines={8} />}>
          <DetailPane block={block} scope={scope} opened={opened} />
        </Suspense>
      </div>
    </div>
  );
}

function openedAt({ param, create, copy }: ListDetailBlock, { route, query }: ScreenScope): Opened {
  if (query.mode === 'create' && create) return { mode: 'create' };
  if (query.mode === 'copy' && copy && query.from) return { mode: 'copy', id: query.from };
  const id = route[param];
  return id ? { mode: 'edit', id } : { mode: 'none' };
}
