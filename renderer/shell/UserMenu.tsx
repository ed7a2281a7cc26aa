import { CircleHelp, CircleUser, Keyboard, LogOut, Map as MapIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Locale } from '#engine';
import { useSession } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Menu, type MenuEntry } from '../parts/Menu.tsx';
import { languageNames, type Theme, useDisplay } from './display.tsx';
import styles from './TopBar.module.css';
import { useSignOut } from './useSignOut.ts';

type Props = {
  readonly onHelp: () => void;
  readonly onShortcuts: () => void;
  readonly onTour: (() => void) | undefined;
};

/** The signed-in person, their preferences, and sign-out. */
export function UserMenu({ onHelp, onShortcuts, onTour }: Props) {
  const say = useMessage();
  const { user } = useSession();
  const display = useDisplay();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const themes = Object.entries(themeIcons).map(
    ([id, icon]): MenuEntry => ({
      id: `theme-${id}`,
      section: say('ui.theme'),
      label: say(`ui.theme.${id}`),
      icon,
      checked: display.theme === id,
      onAction: () => display.setTheme(id as Theme),
    }),
  );
  const languages = Object.entries(languageNames).map(
    ([id, label]): MenuEntry => ({
      id: `language-${id}`,
      section: say('ui.language'),
      label,
      checked: display.locale === id,
      onAction: () => display.setLocale(id as Locale),
    }),
  );
  return (
    <Menu
      label={say('ui.user-menu')}
      trigger={
        <Button tone="quiet" icon={<span className={styles.avatar}>{initials(user.DisplayName)}</span>}>
          <span className={styles.name}>{user.DisplayName}</span>
        </Button>
      }
      entries={[
        ...themes,
        ...languages,
        {
          id: 'account',
          section: '',
          label: say('ui.account'),
          icon: CircleUser,
          onAction: () => void navigate('/account'),
        },
        { id: 'help', section: '', label: say('ui.help.title'), icon: CircleHelp, onAction: onHelp },
        ...(onTour ? [tourEntry(say('ui.tour.take'), onTour)] : []),
        {
          id: 'shortcuts',
          section: '',
          label: say('ui.shortcuts.title'),
          icon: Keyboard,
          onAction: onShortcuts,
        },
        { id: 'sign-out', section: '', label: say('ui.sign-out'), icon: LogOut, onAction: signOut },
      ]}
    />
  );
}

const tourEntry = (label: string, onAction: () => void): MenuEntry => ({
  id: 'tour',
  section: '',
  label,
  icon: MapIcon,
  onAction,
});

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('');
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor } satisfies Record<Theme, unknown>;
