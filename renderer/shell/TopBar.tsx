import { CircleHelp, Languages, Menu as MenuIcon, Search } from 'lucide-react';
import { WaitingButton } from '../approvals/WaitingButton.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { Bell } from './Bell.tsx';
import { languageNames, useDisplay } from './display.tsx';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

type Props = {
  readonly onOpenNav: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
  readonly onShortcuts: () => void;
  /** Absent: there is no tour for the person. */
  readonly onTour: (() => void) | undefined;
};

/** The header of every screen: language, help and user menu. */
export function TopBar({ onOpenNav, onSearch, onHelp, onShortcuts, onTour }: Props) {
  const say = useMessage();
  return (
    <header className={styles.bar} data-screen-only>
      <div className={styles.narrow}>
        <IconButton icon={MenuIcon} label={say('ui.nav.open')} onPress={onOpenNav} />
        <span data-tour="search">
          <IconButton icon={Search} label={say('ui.palette.open')} onPress={onSearch} />
        </span>
      </div>
      <span className={styles.space} />
      <LanguageSwitch />
      <WaitingButton />
      <Bell />
      <span data-tour="help">
        <IconButton icon={CircleHelp} label={say('ui.help.open')} onPress={onHelp} />
      </span>
      <span data-tour="account">
        <UserMenu onHelp={onHelp} onShortcuts={onShortcuts} onTour={onTour} />
      </span>
    </header>
  );
}

/** Switches to the other language, named in that language. */
function LanguageSwitch() {
  const { locale, setLocale } = useDisplay();
  const other = locale === 'en-CA' ? 'fr-CA' : 'en-CA';
  return (
    <Button tone="quiet" icon={<Icon icon={Languages} />} onPress={() => setLocale(other)}>
      <span lang={other}>{languageNames[other]}</span>
    </Button>
  );
}
