import { useEffect, useId, useMemo, useState } from 'react';
import docs from '../docs/docs.module.css';
import { aboutOf } from './aboutPages.ts';
import styles from './find.module.css';
import { createPageSearch, type IndexEntry, type Page, pagesOf } from './searchPages.ts';

const shown = 12;
const samples = ['currency', 'upload', 'calendar', 'toggle', 'are you sure', 'permission'];

/** A search by what something is for, or by what other systems call it. */
export function PageSearch() {
  const pages = usePages();
  const search = useMemo(() => createPageSearch(pages), [pages]);
  const [text, setText] = useState('');
  const id = useId();
  const found = text.trim() === '' ? [] : search(text);
  return (
    <search className={styles.search}>
      <label htmlFor={id}>What do you need?</label>
      <input id={id} type="search" value={text} onChange={(event) => setText(event.target.value)} />
      <p className={styles.samples}>
        For example:
        {samples.map((sample) => (
          <button key={sample} type="button" onClick={() => setText(sample)}>
            {sample}
          </button>
        ))}
      </p>
      <p className={docs.note} role="status">
        {text.trim() !== '' && pages.length > 0 && countOf(found.length)}
      </p>
      <ul className={styles.found}>
        {found.slice(0, shown).map((page) => (
          <li key={page.title}>
            <Found page={page} />
          </li>
        ))}
      </ul>
    </search>
  );
}

function countOf(count: number): string {
  if (count === 0)
    return 'Nothing is called that. Try a word for what it does, or look through the index by need.';
  return count === 1 ? 'One page' : `${count} pages${count > shown ? `, the best ${shown} below` : ''}`;
}

function Found({ page }: { page: Page }) {
  const [area = '', ...name] = page.title.split('/');
  return (
    <a href={`./?path=/${page.type === 'docs' ? 'docs' : 'story'}/${page.id}`} target="_top">
      <strong>{name.length > 0 ? name.join(' / ') : area}</strong>
      <span>{[name.length > 0 ? area : '', ...page.words].filter(Boolean).join(' · ')}</span>
    </a>
  );
}

/** The pages of this Storybook, as its own index lists them. */
function usePages(): readonly Page[] {
  const [pages, setPages] = useState<readonly Page[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    fetch('./index.json', { signal: stop.signal })
      .then((response) => response.json())
      .then(({ entries }: { entries: Record<string, IndexEntry> }) =>
        setPages(pagesOf(Object.values(entries), aboutOf)),
      )
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return pages;
}
