import { History } from 'lucide-react';
import { formatsFor } from '../data/formats.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import type { Offer } from '../data/useKeptWork.ts';
import { Button } from './Button.tsx';
import styles from './DraftBar.module.css';
import { Icon } from './Icon.tsx';

/** Offers unsaved work from before a reload. */
export function DraftBar({ draft }: { draft: Offer }) {
  const [say, locale] = [useMessage(), useLocale()];
  if (!draft.found) return null;
  const time = formatsFor(locale).dateTime(draft.found.savedAt);
  return (
    <div className={styles.bar} role="status">
      <Icon icon={History} />
      <p className={styles.text}>{say('ui.draft.found', { time })}</p>
      <Button size="small" tone="primary" onPress={draft.restore}>
        {say('ui.draft.restore')}
      </Button>
      <Button size="small" tone="quiet" onPress={draft.discard}>
        {say('ui.draft.discard')}
      </Button>
    </div>
  );
}
