import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useMessage } from '../data/messages.tsx';
import styles from './area.module.css';
import { DraftBar } from './draft/DraftBar.tsx';

const places = [
  { to: '/configure', key: 'configure.nav.entities', end: true },
  { to: '/configure/screens', key: 'configure.nav.screens' },
  { to: '/configure/lookups', key: 'configure.nav.lookups' },
  { to: '/configure/texts', key: 'configure.nav.texts' },
  { to: '/configure/roles', key: 'configure.nav.roles' },
  { to: '/configure/releases', key: 'configure.nav.releases' },
  { to: '/configure/files', key: 'configure.nav.files' },
] as const;

/** The ways through the area on top, the draft at the bottom, the page between. */
export function AreaFrame({ children }: { children: ReactNode }) {
  const say = useMessage();
  return (
    <div className={styles.area}>
      <nav className={styles.nav} aria-label={say('configure.nav')}>
        {places.map(({ to, key, ...rest }) => (
          <NavLink key={to} to={to} end={'end' in rest} className={styles.place}>
            {say(key)}
          </NavLink>
        ))}
      </nav>
      {children}
      <DraftBar />
    </div>
  );
}
