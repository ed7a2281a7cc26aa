import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { compileBundle, formatMessage, type Locale, type Model, type ModelBundle } from '#engine';
import { errorText } from '../data/errorText.ts';
import { type Say, useLocale, useMessage } from '../data/messages.tsx';
import styles from '../parts/area.module.css';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { createSay } from '../shell/publicMessages.ts';
import { withPending } from './draftEdits.ts';
import type { Draft } from './draftTypes.ts';
import {
  type DraftCalls,
  useDraftBundle,
  useDraftCalls,
  useDraftQuery,
  usePendingEdits,
} from './useDraft.ts';

/** Shared by the configurator pages: the draft, and the application with it. */
export type Work = DraftCalls & {
  /** Changes include pending edits; findings are the last from the server. */
  readonly draft: Draft;
  readonly bundle: ModelBundle;
  /** False while an edit is pending or the bundle loads: `bundle` and `model` are then older. */
  readonly isCurrent: boolean;
  readonly model: Model;
  /** Texts of the draft in the person's language. */
  readonly say: Say;
  readonly text: (key: string, locale: Locale) => string;
};

const WorkContext = createContext<Work | undefined>(undefined);

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (!work) throw new Error('useWork: there is no WorkProvider above');
  return work;
}

/** Loads the draft and compiles the application with it. */
export function WorkProvider({ children }: { children: ReactNode }) {
  const say = useMessage();
  const draft = useDraftQuery();
  const bundle = useDraftBundle(draft.data);
  const failed = [draft, bundle].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    const text = errorText(failed.error, say);
    return (
      <div className={styles.area}>
        <ErrorState text={text} onRetry={() => failed.refetch()} />
      </div>
    );
  }
  if (!draft.data || !bundle.data)
    return (
      <div className={styles.area}>
        <Skeleton look="form" lines={9} />
      </div>
    );
  return (
    <Ready draft={draft.data} bundle={bundle.data} isCurrent={!bundle.isPlaceholderData}>
      {children}
    </Ready>
  );
}

/** Warns before the window closes with edits pending. */
function useStayWhile(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}

type ReadyProps = Pick<Work, 'draft' | 'bundle' | 'isCurrent'> & { readonly children: ReactNode };

function Ready({ draft: answered, bundle, isCurrent: isCompiled, children }: ReadyProps) {
  const calls = useDraftCalls();
  const pending = usePendingEdits();
  const draft = useMemo(
    () =>
      pending.length === 0 ? answered : { ...answered, Changes: withPending(answered.Changes, pending) },
    [answered, pending],
  );
  useStayWhile(pending.length > 0);
  const isCurrent = isCompiled && pending.length === 0;
  const locale = useLocale();
  const model = useMemo(() => compileBundle(bundle), [bundle]);
  const work = useMemo<Work>(
    () => ({
      ...calls,
      draft,
      bundle,
      isCurrent,
      model,
      say: createSay(model.messages, locale),
      text: (key, language) => formatMessage(model, language, key),
    }),
    [calls, draft, bundle, isCurrent, model, locale],
  );
  return <WorkContext value={work}>{children}</WorkContext>;
}
