import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from '../draft/draft.module.css';
import type { Release } from '../draftTypes.ts';
import { draftKeys } from '../useDraft.ts';

/** What a release changed, in words; asked for when somebody wants to know. */
export function ReleaseChanges({ number }: { number: number }) {
  const say = useMessage();
  const api = useApi();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: [...draftKeys.releases, number, locale],
    enabled: isOpen,
    queryFn: ({ signal }) => api.get<Release>(`/configure/releases/${number}`, { signal }),
  });
  if (!isOpen)
    return (
      <Button
        tone="link"
        size="small"
        label={say('configure.release.show-of', { number })}
        onPress={() => setOpen(true)}
      >
        {say('configure.release.show')}
      </Button>
    );
  if (!data) return <Spinner />;
  return (
    <ul className={styles.lines}>
      {(data.Differences ?? []).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
