import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Locale } from '#engine';

/** Refetches after a change of language, as answers contain translated names. */
export function useAnswersInLanguage(client: QueryClient, locale: Locale): void {
  const answered = useRef(locale);
  useEffect(() => {
    if (answered.current === locale) return;
    answered.current = locale;
    void askAgain(client);
  }, [client, locale]);
}

/** Pending answers are in the old language; those on screen are cancelled and requested again. */
async function askAgain(client: QueryClient): Promise<void> {
  const underWay = client.getQueryCache().findAll({ type: 'inactive', fetchStatus: 'fetching', predicate });
  await client.cancelQueries({ type: 'active', predicate });
  await client.invalidateQueries({ predicate });
  // Others wait for these; invalidate them once they have arrived.
  await Promise.allSettled(underWay.map(({ promise }) => promise));
  for (const query of underWay) query.invalidate();
}

const predicate = ({ queryKey }: Query) => queryKey[0] !== 'preference';
