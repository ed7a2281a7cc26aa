import { Fragment, type ReactNode } from 'react';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import styles from '../parts/area.module.css';
import { Link } from '../parts/Link.tsx';

type Crumb = { readonly label: string; readonly to: string };
type Props = {
  /** Names the specific thing, not only its kind. */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Title and actions stay visible on a long page. */
  readonly sticky?: boolean;
  readonly children: ReactNode;
};

/** A configurator page: breadcrumb, title, actions and content. */
export function Page({ title, crumbs = [], note, actions, sticky = false, children }: Props) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header} data-sticky={sticky || undefined}>
        <Crumbs crumbs={crumbs} title={title} />
        <div className={styles.titleRow}>
          <h1 className={styles.title}>{title}</h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {note && !sticky && <p className={styles.note}>{note}</p>}
      </header>
      {note && sticky && <p className={styles.note}>{note}</p>}
      {children}
    </div>
  );
}

function Crumbs({ crumbs, title }: Required<Pick<Props, 'crumbs' | 'title'>>) {
  const say = useMessage();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={say('ui.breadcrumb')}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, to }) => (
          <Fragment key={to}>
            <li>
              <Link to={to} look="quiet">
                {label}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
          </Fragment>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
