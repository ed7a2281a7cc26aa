import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ScreenModel } from '#engine';
import { useDialogs, useToast } from '../data/dialogs.tsx';
import { isDialogOpen } from '../data/isDialogOpen.ts';
import { keyBindings } from '../data/keyBindings.ts';
import { useMessage } from '../data/messages.tsx';
import { type PageWork, type Refusal, usePageWork, type Work } from '../data/pageWork.ts';
import { Button } from '../parts/Button.tsx';
import { useUnsaved } from './GroupTabs.tsx';
import { goToField, goToSection, isSectionShown } from './goToSection.ts';
import styles from './SaveBar.module.css';
import { SectionLink } from './SectionLink.tsx';

/** On a page with several forms: lists unsaved ones, and saves or discards all. Ctrl+S saves too. */
export function SaveBar({ screen }: { screen: ScreenModel }) {
  const page = usePageWork();
  const saveAll = useSaveAll(page);
  useSaveKey(page, saveAll);
  const unsaved = useUnsaved();
  const isShown = unsaved.length > 1 || (unsaved.length > 0 && hasSeveralForms(screen));
  return isShown ? <Bar unsaved={unsaved} onSave={saveAll} /> : null;
}

function hasSeveralForms({ blocks, groups }: ScreenModel): boolean {
  return groups.length > 0 || blocks.filter(({ kind }) => kind === 'form').length > 1;
}

function Bar({ unsaved, onSave }: { unsaved: readonly Work[]; onSave: () => Promise<void> }) {
  const say = useMessage();
  const dialogs = useDialogs();
  const [isBusy, setBusy] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const save = async () => {
    setBusy(true);
    await onSave().finally(() => setBusy(false));
  };
  const discard = async () => {
    const names = namesOf(unsaved).join(', ');
    const isSure =
      unsaved.length === 1 ||
      (await dialogs.confirm(say('ui.save-bar.discard-text', { names }), {
        title: say('ui.discard'),
        yes: say('ui.discard'),
        no: say('ui.unsaved.stay'),
        tone: 'danger',
      }));
    if (isSure) for (const work of unsaved) work.discard();
  };
  useFocusKept(bar);
  return (
    <section
      ref={bar}
      className={styles.bar}
      aria-label={say('ui.form.dirty')}
      data-save-bar
      data-screen-only
    >
      <p className={styles.names}>
        {say('ui.save-bar.unsaved')}{' '}
        {sectionsOf(unsaved).map(({ block, title }) => (
          <SectionLink key={block} block={block} className={styles.name}>
            {title}
          </SectionLink>
        ))}
      </p>
      <Button disabled={isBusy} onPress={discard}>
        {say('ui.discard')}
      </Button>
      <Button tone="primary" busy={isBusy} onPress={save}>
        {say('ui.save-bar.save')}
      </Button>
    </section>
  );
}

/** Lists a section once, even if several of its forms are unsaved. */
function sectionsOf(unsaved: readonly Work[]): readonly Work[] {
  return [...new Map(unsaved.map((work) => [work.block, work])).values()];
}

const namesOf = (unsaved: readonly Work[]) => sectionsOf(unsaved).map(({ title }) => title);

/** When the bar disappears with the focus in it, focuses the content. */
function useFocusKept(bar: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const box = bar.current;
    return () => {
      if (box?.contains(document.activeElement))
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, [bar]);
}

/** Saves all forms, then goes to the first refusal, in whichever group it is. */
function useSaveAll(page: PageWork | undefined): () => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const show = ({ block, path }: Refusal) => {
    if (!isSectionShown(block)) {
      const hash = path === undefined ? block : `${block}${path}`;
      return void navigate({ hash, search });
    }
    if (path !== undefined) goToField(block, path);
    else if (document.activeElement?.closest('[data-block]')?.getAttribute('data-block') !== block)
      goToSection(block);
  };
  return async () => {
    const refused = await page?.saveAll();
    // After the form has drawn its issues and scrolled by itself.
    if (refused) setTimeout(() => show(refused), 50);
  };
}

function useSaveKey(page: PageWork | undefined, saveAll: () => Promise<void>): void {
  const say = useMessage();
  const toast = useToast();
  const latest = useRef({ page, saveAll, say, toast });
  latest.current = { page, saveAll, say, toast };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const now = latest.current;
      if (
        event.defaultPrevented ||
        !keyBindings.save.is(event) ||
        !now.page ||
        now.page.isEmpty() ||
        isElsewhere()
      )
        return;
      event.preventDefault();
      if (now.page.isClean()) now.toast.show(now.say('ui.save-bar.nothing'), 'info');
      else void now.saveAll();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** A dialog over the page handles its own keys. */
function isElsewhere(): boolean {
  return isDialogOpen() && !document.activeElement?.closest('[data-form]');
}
