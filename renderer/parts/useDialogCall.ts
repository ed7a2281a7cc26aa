import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ServerError } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import type { Intent } from '../data/intents.ts';
import { useMessage } from '../data/messages.tsx';
import { type DialogRefusal, focusProblem, placeErrors } from './dialogRefusal.ts';

type Send = (intent: Intent) => unknown;
type Place = (errors: readonly ServerError[]) => readonly ServerError[];

const nothing: DialogRefusal['byField'] = new Map();

/** The call of a window: one at a time, under one idempotency key until it is answered. */
export function useDialogCall(body: RefObject<HTMLElement | null>) {
  const say = useMessage();
  const intent = useRef<Intent>({});
  const isRunning = useRef(false);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<DialogRefusal>();
  useFocusOn(refusal, body);
  const refuse = (error: unknown, place: Place | undefined) => {
    if (!(error instanceof ApiError)) {
      setRefusal({ texts: [say('ui.dialog.failed')], problems: [], byField: nothing });
      throw error;
    }
    if (error.code === 'declined' || !body.current) return;
    const isDone = error.code === 'carried-out';
    const message = isDone ? say('ui.dialog.carried-out') : error.message;
    const errors = isDone ? [] : error.validationErrors;
    setRefusal(placeErrors({ body: body.current, message, errors, place }));
  };
  /** Names of fields whose errors the window shows itself. */
  const showOwn = (wrong: unknown) => {
    if (!Array.isArray(wrong) || wrong.length === 0 || !body.current) return;
    const errors = wrong.map((name) => ({ Key: String(name), Value: '' }));
    setRefusal(placeErrors({ body: body.current, message: '', errors, place: () => [] }));
  };
  const wait = async (answer: PromiseLike<unknown>, place: Place | undefined) => {
    isRunning.current = true;
    setSending(true);
    try {
      showOwn(await answer);
    } catch (error) {
      refuse(error, place);
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  };
  return {
    isSending,
    refusal,
    byField: refusal?.byField ?? nothing,
    send: (run: Send, place?: Place): void => {
      if (isRunning.current) return;
      setRefusal(undefined);
      const answer = run(intent.current);
      if (isPromise(answer)) void wait(answer, place);
    },
    /** The person corrects the field, so its error is obsolete. */
    forgetField: (target: EventTarget): void => {
      const field = target instanceof Element && target.closest<HTMLElement>('[data-field]');
      const id = field ? field.dataset.field : undefined;
      if (id !== undefined && refusal?.problems.some((one) => one.id === id))
        setRefusal((now) => now && without(now, id));
    },
  };
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

function without({ texts, problems, byField }: DialogRefusal, id: string): DialogRefusal {
  return {
    texts,
    problems: problems.filter((one) => one.id !== id),
    byField: new Map([...byField].filter(([field]) => field !== id)),
  };
}

/**
 * After a refusal the first field with an error has the focus. Without one, it stays where it was, for
 * another attempt, and the summary is in view.
 */
function useFocusOn(refusal: DialogRefusal | undefined, body: RefObject<HTMLElement | null>): void {
  const shown = useRef<DialogRefusal>(undefined);
  useEffect(() => {
    if (!refusal || shown.current?.texts === refusal.texts) return;
    shown.current = refusal;
    const [first] = refusal.problems;
    if (first && focusProblem(first.id)) return;
    const summary = body.current?.querySelector<HTMLElement>('[data-problems]');
    summary?.scrollIntoView({ block: 'nearest' });
    const dialog = body.current?.closest('[role="dialog"], [role="alertdialog"], [data-window]');
    if (document.activeElement === dialog || !dialog?.contains(document.activeElement)) summary?.focus();
  }, [refusal, body]);
}
