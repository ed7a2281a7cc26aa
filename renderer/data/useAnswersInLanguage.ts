import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Locale } from '#engine';

/** What was answered in another language is asked again, as names of choices come in the language of the call. */
export function useAnswersInLanguage(client: QueryClient, locale: Locale): void {
  const answered = useRef(locale);
  useEffect(() => {
    if (answered.current === locale) return;
    answered.current = locale;
    void askAgain(client);
  }, [client, locale]);
}

/** Answers that are on their way come in the language before: those that are shown are not waited for. */
async function askAgain(client: QueryClient): Promise<void> {
  const underWay = client.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching', predicate });
  await client.cancelQueries({ type: 'active', predicate });
  await client.invalidateQueries({ predicate });
  // Somebody waits for these; who asks for them next gets them anew.
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  for (const query of underWay) query.invalidate();
}

const predicate = ({ queryKey }: Query) => queryKey[0] !== 'preference';
