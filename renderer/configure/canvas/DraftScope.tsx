import { type ReactNode, useMemo } from 'react';
import { AppProvider, useApp } from '../../data/App.tsx';
import { MessagesProvider, useLocale } from '../../data/messages.tsx';
import { useWork } from '../work.tsx';

/** Provides the application of the draft to its children, with the rights of the person. */
export function DraftScope({ children }: { readonly children: ReactNode }) {
  const app = useApp();
  const locale = useLocale();
  const { model, say } = useWork();
  const inside = useMemo(() => {
    const { user } = app.session;
    // Rights that only the draft has are held by nobody yet: its author works with what they open.
    const own = [...model.features.keys()].filter((feature) => !app.model.features.has(feature));
    return {
      ...app,
      model,
      session: { ...app.session, user: { ...user, Features: [...user.Features, ...own] } },
    };
  }, [app, model]);
  return (
    <MessagesProvider locale={locale} say={say}>
      <AppProvider value={inside}>{children}</AppProvider>
    </MessagesProvider>
  );
}
