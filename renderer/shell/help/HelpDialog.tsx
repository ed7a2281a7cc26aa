import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { KeyList } from '../KeyList.tsx';
import { GuideText } from './GuideText.tsx';
import styles from './help.module.css';
import { addressOfPage, pageOfScreen, pagesOf, screenAt } from './pages.ts';

/** An extra page with the keyboard shortcuts. */
const keys = 'keys';

/** The guide, opened at the page for the current screen, which stays open below. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const say = useMessage();
  const model = useModel();
  const { pathname } = useLocation();
  const [page, open] = useState(() => pageOfScreen(screenAt(model, pathname)));
  const pages = [...pagesOf(model).map((one) => one.page), keys];
  return (
    <Dialog title={say('ui.help.title')} size="large" onClose={onClose}>
      <div className={styles.help}>
        <nav className={styles.pages} aria-label={say('ui.help.pages')}>
          {pages.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.page}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => open(one)}
            >
              {say(one === keys ? 'ui.shortcuts.title' : `ui.help.${one}`)}
            </button>
          ))}
        </nav>
        {page === keys ? <Keys /> : <Page key={page} page={page} onPage={open} />}
      </div>
    </Dialog>
  );
}

function Keys() {
  return (
    <div className={styles.article}>
      <KeyList />
    </div>
  );
}

type PageProps = { readonly page: string; readonly onPage: (page: string) => void };

function Page({ page, onPage }: PageProps) {
  const say = useMessage();
  const address = addressOfPage(page, useLocale());
  const { data: text, isError } = useQuery({
    queryKey: ['guide', address],
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readText(address ?? '', signal),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <article className={styles.article} tabIndex={0} aria-busy={text === undefined && !isError}>
      {text !== undefined && <GuideText text={text} onPage={onPage} />}
      {isError && <p role="alert">{say('ui.help.failed')}</p>}
      {text === undefined && !isError && <Skeleton look="form" />}
    </article>
  );
}

async function readText(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.text();
}
