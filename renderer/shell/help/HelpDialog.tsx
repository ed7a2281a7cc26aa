import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useModel } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { KeyList } from '../KeyList.tsx';
import { GuideText } from './GuideText.tsx';
import styles from './help.module.css';
import { addressOfPage, headingAt, pageOfScreen, pagesOf, screenAt } from './pages.ts';

/** An extra page with the keyboard shortcuts. */
const keys = 'keys';

type Props = {
  readonly onClose: () => void;
  /** The page to open first; absent: the one for the current screen, at the heading about it. */
  readonly first?: string | undefined;
  /** Starts the tour. */
  readonly onTour?: (() => void) | undefined;
};

/** The guide, opened at the page for the current screen, which stays open below. */
export function HelpDialog({ onClose, first, onTour }: Props) {
  const say = useMessage();
  const model = useModel();
  const { pathname } = useLocation();
  const offered = pagesOf(model);
  const [page, open] = useState(() => first ?? pageOfScreen(screenAt(model, pathname), offered));
  const [opened] = useState(page);
  const pages = [...offered.map((one) => one.page), keys];
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
          {onTour && (
            <button
              type="button"
              className={styles.page}
              onClick={() => {
                onClose();
                onTour();
              }}
            >
              {say('ui.tour.take')}
            </button>
          )}
        </nav>
        {page === keys ? (
          <Keys />
        ) : (
          <Page
            key={page}
            page={page}
            onPage={open}
            heading={page === opened ? headingAt(page, pathname) : undefined}
          />
        )}
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

type PageProps = {
  readonly page: string;
  readonly onPage: (page: string) => void;
  readonly heading: number | undefined;
};

function Page({ page, onPage, heading }: PageProps) {
  const say = useMessage();
  const address = addressOfPage(page, useLocale());
  const { data: text, isError } = useQuery({
    queryKey: ['guide', address],
    enabled: address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readText(address ?? '', signal),
  });
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (text === undefined || heading === undefined) return;
    article.current?.querySelectorAll('h2')[heading - 1]?.scrollIntoView();
  }, [text, heading]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <article ref={article} className={styles.article} tabIndex={0} aria-busy={text === undefined && !isError}>
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
