import { useEffect, useId, useRef } from 'react';
import type { FormBlock, FormState } from '#engine';
import { type SaveEnd, useBlockPlace, usePageWork } from '../data/pageWork.ts';
import { useFormStatus } from '../data/useFormState.ts';
import type { AutosaveView } from './useAutosave.ts';

type Options = {
  readonly form: FormState;
  readonly title: string;
  readonly block: FormBlock;
  readonly autosave: Pick<AutosaveView, 'flush' | 'isStuck'>;
  readonly save: () => Promise<SaveEnd>;
  readonly discard: () => void;
};

/** Registers the form with its page, with its unsaved state. */
export function usePageForm(options: Options): void {
  const { form, title, block, autosave } = options;
  const isQuiet = block.save.auto !== undefined && !autosave.isStuck;
  const page = usePageWork();
  const place = useBlockPlace();
  const key = useId();
  const { dirty } = useFormStatus(form);
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    page?.set(key, {
      block: place?.id ?? '',
      title: title || (place?.title ?? ''),
      isDirty: dirty,
      isQuiet,
      save: () => saveNow(latest.current),
      discard: () => latest.current.discard(),
    });
  }, [page, place, key, title, dirty, isQuiet]);
  useEffect(() => () => page?.remove(key), [page, key]);
}

/** An autosaving form saves now. */
async function saveNow({ block, autosave, save }: Options): Promise<SaveEnd> {
  if (!block.save.auto) return save();
  autosave.flush();
  return { isSaved: true };
}
