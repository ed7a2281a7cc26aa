import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import type { ScreenModel, UserContext } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import { useBrand } from '../data/brand.ts';
import { keysOf } from '../data/keyBindings.ts';
import { useMessage } from '../data/messages.tsx';
import { menuAddress, menuTitle, visibleMenu } from '../data/visibleMenu.ts';
import { BrandMark } from '../parts/BrandMark.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { findIcon } from '../parts/icons.ts';
import { Tooltip } from '../parts/Tooltip.tsx';
import styles from './Sidebar.module.css';

type Props = {
  readonly state: 'open' | 'closed';
  readonly onToggle: () => void;
  readonly onSearch: () => void;
};

/** Navigation to all screens of this person; collapses to icons. */
export function Sidebar({ state, onToggle, onSearch }: Props) {
  const say = useMessage();
  const user = useUser();
  const groups = visibleMenu(useModel(), user);
  const current = currentOf(groups, user, useLocation().pathname);
  const isOpen = state === 'open';
  const brand = useBrand();
  return (
    <nav className={styles.sidebar} data-state={state} aria-label={say('ui.nav')}>
      <div className={styles.head}>
        <BrandMark logo={brand.Logo} />
        {isOpen && <span className={styles.brand}>{brand.Name}</span>}
        <IconButton
          icon={isOpen ? PanelLeftClose : PanelLeftOpen}
          label={say(isOpen ? 'ui.nav.close' : 'ui.nav.open')}
          size="small"
          expanded={isOpen}
          onPress={onToggle}
        />
      </div>
      <button
        type="button"
        className={styles.search}
        data-tour="search"
        onClick={onSearch}
        aria-label={isOpen ? undefined : say('ui.palette.open')}
      >
        <Icon icon={Search} />
        {isOpen && (
          <>
            <span className={styles.text}>{say('ui.search')}</span>
            <kbd className={styles.key}>{keysOf('palette').join(' ')}</kbd>
          </>
        )}
      </button>
      <div className={styles.nav}>
        {groups.map((group) => (
          <div key={group.id} className={styles.group}>
            <p className={styles.title}>{say(group.title)}</p>
            <ul>
              {group.screens.map((screen) => (
                <li key={screen.id}>
                  <Item screen={screen} isOpen={isOpen} isCurrent={screen === current} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

type ItemProps = { readonly screen: ScreenModel; readonly isOpen: boolean; readonly isCurrent: boolean };

function Item({ screen, isOpen, isCurrent }: ItemProps) {
  const say = useMessage();
  const user = useUser();
  const title = menuTitle(screen, user, say);
  const link = (
    <Link
      to={menuAddress(screen, user) ?? screen.route}
      className={styles.item}
      aria-label={isOpen ? undefined : title}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon icon={findIcon(screen.menu?.icon ?? '')} tone={screen.menu?.tone} />
      {isOpen && <span className={styles.text}>{title}</span>}
    </Link>
  );
  if (isOpen) return link;
  return (
    <Tooltip text={title} placement="right">
      {link}
    </Tooltip>
  );
}

/** The menu screen that is open or contains the open one; the most specific wins. */
function currentOf(
  groups: ReturnType<typeof visibleMenu>,
  user: UserContext,
  pathname: string,
): ScreenModel | undefined {
  const held = groups.flatMap(({ screens }) =>
    screens.flatMap((screen) => {
      const at = menuAddress(screen, user);
      return at !== undefined && (pathname === at || pathname.startsWith(`${at}/`)) ? { screen, at } : [];
    }),
  );
  return held.sort((one, other) => other.at.length - one.at.length)[0]?.screen;
}
