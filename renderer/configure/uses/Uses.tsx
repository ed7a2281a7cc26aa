import type { Usage } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import styles from '../area.module.css';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import { type UseAt, usesAt } from './usesAt.ts';

/** Where something is used, in words that lead there. */
export function Uses({ usages }: { usages: readonly Usage[] }) {
  const say = useMessage();
  const { bundle } = useWork();
  const found = usesAt(usages, bundle);
  if (found.length === 0) return <EmptyState title={say('configure.uses.none')} />;
  return (
    <ul className={styles.stack}>
      {found.map((one) => (
        <li key={`${one.kind} ${one.id} ${one.rule ?? ''}`} className={styles.line}>
          <Place use={one} />
        </li>
      ))}
    </ul>
  );
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
