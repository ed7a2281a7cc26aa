import { History } from 'lucide-react';
import { formatsFor } from '../data/formats.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import styles from './form.module.css';
import type { Offer } from './useKeptWork.ts';

/** Offers unsaved work from before a reload. */
export function DraftBar({ draft }: { draft: Offer }) {
  const [say, locale] = [useMessage(), useLocale()];
  if (!draft.found) return null;
  const time = formatsFor(locale).dateTime(draft.found.savedAt);
  return (
    <div className={styles.alert} role="status" data-tone="info">
      <Icon icon={History} />
      <p className={styles.alertText}>{say('ui.draft.found', { time })}</p>
      <Button size="small" tone="primary" onPress={draft.restore}>
        {say('ui.draft.restore')}
      </Button>
      <Button size="small" tone="quiet" onPress={draft.discard}>
        {say('ui.draft.discard')}
      </Button>
    </div>
  );
}
