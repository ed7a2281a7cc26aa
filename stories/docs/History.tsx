import type { About } from './about.ts';
import styles from './docs.module.css';
import { Section } from './Section.tsx';
import { useTitles } from './titles.ts';

/** Whether a widget or part is new, stable or retiring, and since when it exists. */
export function Status({ about }: { about: About }) {
  const say = useTitles();
  const known = historyOf(about);
  const status = about.status ?? (known?.isNew ? 'new' : 'stable');
  return (
    <p className={styles.kinds} data-status={status}>
      <strong>{say(status)}</strong>
      {known && ` · ${say('since')} ${known.since}`}
    </p>
  );
}

/** Its latest commits. */
export function LatestChanges({ about }: { about: About }) {
  const say = useTitles();
  const changes = historyOf(about)?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <Section title={say('changes')}>
      <ul className={styles.changes}>
        {changes.map(({ date, subject }) => (
          <li key={date + subject}>
            <time dateTime={date}>{date}</time> {subject}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function historyOf({ widget, parts = [] }: About) {
  const [part] = parts;
  const ending = widget ? `/${pascal(widget)}Widget.tsx` : `renderer/parts/${part}.tsx`;
  return Object.entries(__HISTORY__).find(([file]) => file.endsWith(ending))?.[1];
}

/** `form-mapping` → `FormMapping`. */
const pascal = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
