import { useApp } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { ownPages } from '../data/visibleMenu.ts';
import { useVisits } from '../data/visits.ts';
import { Link } from '../parts/Link.tsx';
import styles from './near.module.css';

type Near = { readonly to: string; readonly name: string; readonly note?: string };

/** Records that a person probably looks for, before they search: their own, favourites and recent ones. */
export function NearRecords({ entity }: { readonly entity: string }) {
  const say = useMessage();
  const { model, session } = useApp();
  const visits = useVisits(entity);
  const own = ownPages(model, session.user, entity, say);
  const shown = visits.map(({ Page, Name, Note, IsFavourite }) => ({
    ...{ to: Page, name: Name, note: Note, isFavourite: IsFavourite },
  }));
  const groups: readonly (readonly [string, readonly Near[]])[] = [
    ['visit.own', own],
    ['visit.favourites', shown.filter(({ isFavourite }) => isFavourite)],
    ['visit.recent', shown.filter(({ isFavourite }) => !isFavourite).slice(0, mostRecent)],
  ];
  const filled = groups.filter(([, records]) => records.length > 0);
  if (filled.length === 0) return null;
  return (
    <div className={styles.near} data-screen-only>
      {filled.map(([title, records]) => (
        <section key={title} className={styles.group} aria-label={say(title)}>
          <h2 className={styles.title}>{say(title)}</h2>
          <ul className={styles.list}>
            {records.map(({ to, name, note }) => (
              <li key={to} className={styles.record}>
                <Link to={to}>{name}</Link>
                {note && <span className={styles.note}>{note}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const mostRecent = 10;
