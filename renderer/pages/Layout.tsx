import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { lazyComponent } from '../data/fetched.tsx';
import { keyBindings } from '../data/keyBindings.ts';
import { readLocal, writeLocal } from '../data/local.ts';
import { useMessage } from '../data/messages.tsx';
import { printPage, watchPrinting } from '../data/printing.ts';
import { useTour } from '../data/tour.ts';
import { useTrail } from '../data/trail.ts';
import { useVisitsAhead } from '../data/visits.ts';
import { Banners } from '../shell/Banners.tsx';
import { newsPage } from '../shell/help/pages.ts';
import { Sidebar } from '../shell/Sidebar.tsx';
import { TopBar } from '../shell/TopBar.tsx';
import { UnsavedGuard } from '../shell/UnsavedGuard.tsx';
import { useFocusOnNavigation } from '../shell/useFocusOnNavigation.ts';
import styles from './Layout.module.css';
import { type PageCommands, PageCommandsProvider } from './usePageCommands.ts';

const CommandPalette = lazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const HelpDialog = lazyComponent(async () => (await import('../shell/help/HelpDialog.tsx')).HelpDialog);
const ShortcutsDialog = lazyComponent(
  async () => (await import('../shell/ShortcutsDialog.tsx')).ShortcutsDialog,
);

const TourPanel = lazyComponent(async () => (await import('./TourPanel.tsx')).TourPanel);

type Overlay = 'palette' | 'help' | 'news' | 'shortcuts' | undefined;

/** The frame of every screen: navigation, header and content. */
export function Layout() {
  const say = useMessage();
  const [overlay, setOverlay] = useState<Overlay>();
  const [nav, setNav] = useNavState();
  useTrail();
  useVisitsAhead();
  const main = useFocusOnNavigation();
  const close = () => setOverlay(undefined);
  const tour = useTour();
  const onTour = tour && (() => tour.go(0));
  const pageCommands: PageCommands = useRef(undefined);
  const print = usePrint();
  useShortcuts({
    palette: () => setOverlay('palette'),
    print,
    help: () => setOverlay('help'),
    navigation: () => setNav(nav === 'open' ? 'closed' : 'open'),
  });
  return (
    <div className={styles.layout} data-nav={nav}>
      <a href="#main" className={styles.skip}>
        {say('ui.skip')}
      </a>
      <Sidebar
        state={nav}
        onToggle={() => setNav(nav === 'open' ? 'closed' : 'open')}
        onSearch={() => setOverlay('palette')}
      />
      <div className={styles.content}>
        <TopBar
          onOpenNav={() => setNav('open')}
          onSearch={() => setOverlay('palette')}
          onHelp={() => setOverlay('help')}
          onShortcuts={() => setOverlay('shortcuts')}
          onTour={onTour}
        />
        <Banners onNews={() => setOverlay('news')} />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <PageCommandsProvider value={pageCommands}>
            <Outlet />
          </PageCommandsProvider>
        </main>
      </div>
      <RouteAnnouncer />
      <UnsavedGuard />
      {overlay === 'palette' && (
        <PageCommandsProvider value={pageCommands}>
          <CommandPalette onClose={close} onPrint={print} />
        </PageCommandsProvider>
      )}
      {tour?.at !== undefined && <TourPanel />}
      {overlay === 'help' && <HelpDialog onClose={close} onTour={onTour} />}
      {overlay === 'news' && <HelpDialog onClose={close} first={newsPage} />}
      {overlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </div>
  );
}

/** Prints the whole page, once everything on it is loaded. */
function usePrint(): () => void {
  const client = useQueryClient();
  useEffect(watchPrinting, []);
  const isLoading = () =>
    client.isFetching() > 0 || document.querySelector('main [aria-busy="true"]') !== null;
  return () => void printPage(isLoading);
}

type NavState = 'open' | 'closed';

function useNavState() {
  const [nav, keep] = useState<NavState>(() => readLocal<NavState>('formwright.nav') ?? startingNav());
  const set = (next: NavState) => {
    keep(next);
    writeLocal('formwright.nav', next);
  };
  const { pathname } = useLocation();
  // On a narrow page the navigation covers the screen, so close it after a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(() => {
    if (isNarrow()) keep('closed');
  }, [pathname]);
  return [nav, set] as const;
}

function startingNav(): NavState {
  return isNarrow() ? 'closed' : 'open';
}

function isNarrow(): boolean {
  return window.innerWidth < 900;
}

/** Announces the name of a new screen to screen readers. */
function RouteAnnouncer() {
  const [name, setName] = useState('');
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    const observer = new MutationObserver(() => setName(document.title));
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div aria-live="polite" className={styles.announcer}>
      {name}
    </div>
  );
}

type Shortcuts = {
  readonly palette: () => void;
  readonly print: () => void;
  readonly help: () => void;
  readonly navigation: () => void;
};

/** Global shortcuts. Plain keys are ignored while typing. */
function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (!name) return;
      event.preventDefault();
      latest.current[name]();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** The shortcut of a key press, if any; while typing, only those of the palette and of printing. */
function shortcutOf(event: KeyboardEvent): keyof Shortcuts | undefined {
  const always = (['palette', 'print'] as const).find((name) => keyBindings[name].is(event));
  if (always) return always;
  if (isTyping(event)) return undefined;
  return (['navigation', 'help'] as const).find((name) => keyBindings[name].is(event));
}

function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement | null;
  return element?.closest?.('input, textarea, select, [contenteditable="true"]') != null;
}
