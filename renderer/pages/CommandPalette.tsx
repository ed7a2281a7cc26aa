import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useNavigate } from 'react-router';
import { useApp, useModel } from '../data/App.tsx';
import { listState } from '../data/listState.ts';
import { useMessage } from '../data/messages.tsx';
import { usePreference } from '../data/preferences.ts';
import { searchRecords } from '../data/searchRecords.ts';
import { useVisits, type Visited } from '../data/visits.ts';
import { Icon } from '../parts/Icon.tsx';
import { findIcon } from '../parts/icons.ts';
import popover from '../parts/popover.module.css';
import { Spinner } from '../parts/Spinner.tsx';
import { useDisplay } from '../shell/display.tsx';
import {
  actionCommands,
  type Command,
  matching,
  screenCommands,
  shellCommands,
  type Uses,
  usedOnceMore,
} from '../shell/paletteCommands.ts';
import { useSignOut } from '../shell/useSignOut.ts';
import styles from './CommandPalette.module.css';
import { useCommandsOfPage } from './usePageCommands.ts';

/** Shorter texts match too much. */
const minimumLength = 2;

type Props = { readonly onClose: () => void; readonly onPrint: () => void };

/** Finds everything by name: actions and sections of the page, screens, commands and records. */
export function CommandPalette({ onClose, onPrint }: Props) {
  const say = useMessage();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  // Not deferred: Enter runs the first line, which must match the current text.
  const { uses, note } = useUses();
  const { sections, isSearching } = useCommands(text, onPrint, uses);
  const commands = sections.flatMap((section) => section.commands);

  const choose = (id: string) => {
    const command = commands.find((one) => one.id === id);
    onClose();
    note(id);
    if (command?.to) void navigate(command.to);
    // Wait until the palette has returned the focus.
    else if (command?.run) setTimeout(command.run);
  };
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog} aria-label={say('ui.palette.open')}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <SearchField className={styles.search} aria-label={say('ui.palette.placeholder')} autoFocus>
              <Icon icon={Search} />
              <Input className={styles.input} placeholder={say('ui.palette.placeholder')} />
              {isSearching && <Spinner />}
            </SearchField>
            {/* The scroll container is focusable for Page Down; the search field's arrow keys move through
                the lines. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
            <section className={styles.list} aria-label={say('ui.palette.results')} tabIndex={0}>
              <Menu
                className={styles.lines}
                aria-label={say('ui.palette.results')}
                onAction={(key) => choose(String(key))}
                renderEmptyState={() => (
                  <p className={popover.empty}>{say(isSearching ? 'ui.loading' : 'ui.no-results')}</p>
                )}
              >
                {sections.map((section) => (
                  <MenuSection key={section.id} className={styles.section}>
                    <Header className={popover.section}>{section.title}</Header>
                    {section.commands.map((command) => (
                      <Line key={command.id} command={command} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </section>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Line({ command }: { command: Command }) {
  return (
    <MenuItem id={command.id} className={popover.option} textValue={command.label}>
      <Icon icon={command.icon} />
      <span className={styles.label}>{command.label}</span>
      {command.note && <span className={styles.note}>{command.note}</span>}
    </MenuItem>
  );
}

type Section = { readonly id: string; readonly title: string; readonly commands: readonly Command[] };

function useCommands(
  text: string,
  print: () => void,
  uses: Uses,
): { sections: readonly Section[]; isSearching: boolean } {
  const { model, session } = useApp();
  const say = useMessage();
  const shell = useShellCommands(print);
  const page = useCommandsOfPage();
  const visits = useVisits();
  const { records, isSearching } = useRecords(text, visits);
  const recent = useRecent(visits, text);
  const fixed = useMemo(() => {
    const ports = { model, user: session.user, say };
    return { screens: screenCommands(ports), actions: actionCommands(ports) };
  }, [model, session.user, say]);
  const isOnPage = ({ to }: Command) => page.some((one) => one.to === to);
  const isRecent = ({ to }: Command) => recent.some((one) => one.to === to);
  const sections = [
    { id: 'recent', title: say('ui.palette.recent'), commands: recent },
    { id: 'page', title: say('ui.palette.page'), commands: matching(page, text, uses) },
    { id: 'screens', title: say('ui.palette.screens'), commands: matching(fixed.screens, text, uses) },
    {
      id: 'actions',
      title: say('ui.palette.actions'),
      commands: matching([...fixed.actions.filter((one) => !isOnPage(one)), ...shell], text, uses),
    },
    { id: 'records', title: say('ui.palette.records'), commands: records.filter((one) => !isRecent(one)) },
  ];
  return { sections: sections.filter((section) => section.commands.length > 0), isSearching };
}

/** Most favourite and recent records that are offered. */
const mostRecent = 6;

/** Favourite and recent records whose names contain the text; known before the search has answered. */
function useRecent(visits: readonly Visited[], text: string): readonly Command[] {
  const say = useMessage();
  const { entities } = useModel();
  const commands = visits.map(({ Entity, Id, Page, Name, Note, IsFavourite }) => ({
    ...{ id: `visit-${Id}`, section: 'recent' as const, label: Name, to: Page },
    note: [say(entities.get(Entity)?.title ?? ''), Note].filter(Boolean).join(' · '),
    icon: findIcon(IsFavourite ? 'star' : 'file'),
  }));
  return matching(commands, text).slice(0, mostRecent);
}

/** What the person has chosen here before, kept for them on the server. */
function useUses() {
  const [kept, keep] = usePreference<Uses>('palette.used');
  const uses = kept?.value ?? noUses;
  // Records are counted where they are opened.
  const note = (id: string) => {
    if (kept && !/^(record|visit)-/.test(id)) keep(usedOnceMore(uses, id));
  };
  return { uses, note };
}

const noUses: Uses = {};

function useRecords(
  text: string,
  visits: readonly Visited[],
): { records: readonly Command[]; isSearching: boolean } {
  const { model, api, session } = useApp();
  const say = useMessage();
  const visitsOf = (to: string) => visits.find(({ Page }) => Page === to)?.Visits ?? 0;
  const wanted = useDelayed(text.trim(), 180);
  const isEnabled = wanted.length >= minimumLength;
  const found = useQuery({
    queryKey: ['search', wanted],
    enabled: isEnabled,
    queryFn: ({ signal }) => searchRecords({ model, api, user: session.user, signal }, wanted, visitsOf),
    placeholderData: (before) => before,
  });
  const records = (isEnabled ? (found.data ?? []) : []).map(
    ({ id, entity, label, note, to }): Command => ({
      id: `record-${id}`,
      section: 'records',
      label,
      note: [say(entity.title), note].filter(Boolean).join(' · '),
      icon: findIcon('file'),
      to,
    }),
  );
  // The last input is debounced: until it is searched, nothing is known about it.
  const isTyping = text.trim() !== wanted && text.trim().length >= minimumLength;
  const isLoading = isEnabled && (found.isFetching || listState(found, records.length) === 'loading');
  return { records, isSearching: isTyping || isLoading };
}

/** A debounced value. */
function useDelayed<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** The palette commands of the shell. */
function useShellCommands(print: () => void): readonly Command[] {
  const say = useMessage();
  const { locale, setLocale, theme, setTheme } = useDisplay();
  const signOut = useSignOut();
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return shellCommands(say, {
    isDark,
    theme: () => setTheme(isDark ? 'light' : 'dark'),
    print,
    language: () => setLocale(locale === 'en-CA' ? 'fr-CA' : 'en-CA'),
    signOut: () => void signOut(),
  });
}
