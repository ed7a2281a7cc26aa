import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { ServerError } from '#engine';
import type { Intent } from '../data/intents.ts';
import { whileFilling } from '../data/whileFilling.ts';
import { enteredIn, firstField, firstInTheWay, isSubmitKey, overlongIn } from './dialogFields.ts';
import { type DialogProblem, focusProblem } from './dialogRefusal.ts';
import { useDialogCall } from './useDialogCall.ts';

/** The main button of a dialog; Enter in a field presses it. */
export type DialogMain = {
  readonly label: string;
  /**
   * Does it. The window stays open and busy until a returned promise settles; what that throws is shown at the
   * fields; names that it answers are those of fields that show an error of their own. Calls with the given intent are carried out once, however often they are retried.
   */
  readonly onPress: (intent: Intent) => unknown;
  readonly tone?: 'primary' | 'danger';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Why it is not possible yet; shown in the dialog on an attempt. */
  readonly refusal?: string;
  /** Shows errors of the server at the fields of a form, and returns the others. */
  readonly place?: (errors: readonly ServerError[]) => readonly ServerError[];
  /** The call changes nothing, so that the window may be closed before its answer. */
  readonly canLeave?: boolean;
};

type Options = {
  readonly body: RefObject<HTMLElement | null>;
  readonly main: DialogMain | undefined;
  readonly holdsWork: boolean;
  readonly onClose: () => void;
};

/** Submits by button or Enter, and asks before closing discards input. */
export function useDialogWork({ body, main, holdsWork, onClose }: Options) {
  const [isAsking, ask] = useState(false);
  const call = useDialogCall(body);
  const own = useOwnRefusal(body, main);
  // The initial content of the fields; values filled in before the person starts are not input.
  const start = useRef<string>(undefined);
  const begin = () => {
    if (body.current) start.current ??= enteredIn(body.current);
  };
  const isDirty = () =>
    holdsWork ||
    (body.current !== null && start.current !== undefined && enteredIn(body.current) !== start.current);
  const isHeld = call.isSending && !main?.canLeave;
  const leave = () => {
    ask(false);
    onClose();
  };
  const close = () => {
    if (isHeld) return;
    if (isDirty()) ask(true);
    else onClose();
  };
  const press = () => {
    if (!main || main.busy || main.disabled || own.isRefused()) return;
    call.send(main.onPress, main.place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isHere = event.target instanceof Node && body.current?.contains(event.target);
    if (!main || !isHere || event.defaultPrevented || !isSubmitKey(withTarget(event))) return;
    event.preventDefault();
    press();
  };
  return {
    begin,
    close,
    press,
    onKeyDown,
    isSending: call.isSending,
    isHeld,
    /** Run another call of the window, such as that of a second button. */
    send: call.send,
    /** Call after a change, which may have fixed the problems. */
    look: (event: SyntheticEvent) => {
      own.look();
      call.forgetField(event.target);
    },
    text: [own.refused?.text, ...(call.refusal?.texts ?? [])].filter(Boolean).join('\n') || undefined,
    problems: [...(own.refused?.problems ?? []), ...(call.refusal?.problems ?? [])],
    byField: call.byField,
    isAsking,
    stay: () => ask(false),
    leave,
  };
}

type OwnRefusal = { readonly text?: string; readonly problems: readonly DialogProblem[] };

/** What prevents the call before it is made: overlong texts, and the reason that the window gives. */
function useOwnRefusal(body: RefObject<HTMLElement | null>, main: DialogMain | undefined) {
  const [refused, setRefused] = useState<OwnRefusal>();
  const again = (before: typeof refused) =>
    before && body.current ? { ...before, problems: overlongIn(body.current) } : undefined;
  return {
    refused: refused?.problems.length || main?.refusal ? refused : undefined,
    isRefused: () => {
      const long = body.current ? overlongIn(body.current) : [];
      if (long.length === 0 && !main?.refusal) {
        setRefused(undefined);
        return false;
      }
      setRefused({ problems: long, ...(main?.refusal ? { text: main.refusal } : {}) });
      if (!focusProblem(long[0]?.id ?? '') && body.current) firstInTheWay(body.current)?.focus();
      return true;
    },
    look: () => refused && refused.problems.length > 0 && setTimeout(() => setRefused(again)),
  };
}

function withTarget({ nativeEvent, target }: KeyboardEvent) {
  const { key, altKey, ctrlKey, metaKey, isComposing } = nativeEvent;
  return { key, altKey, ctrlKey, metaKey, isComposing, target };
}

/** Focuses the first field of a dialog, once it has loaded. */
export function useDialogFocus(body: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      whileFilling((end) => {
        const box = body.current;
        const dialog = box?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"], [data-window]');
        if (!box || !dialog) return;
        const focused = document.activeElement;
        if (focused && focused !== dialog && dialog.contains(focused)) return end();
        const first = firstField(box);
        if (!first || isLoadingBefore(first, box)) return;
        first.focus({ preventScroll: true });
        end();
      }),
    [body],
  );
}

/** Whether content above the field is still loading, which may bring an earlier field. */
function isLoadingBefore(field: HTMLElement, body: HTMLElement): boolean {
  const loading = body.querySelector('[aria-busy="true"]');
  return (
    loading !== null && Boolean(loading.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING)
  );
}
