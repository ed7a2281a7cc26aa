import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { whileFilling } from '../data/whileFilling.ts';
import { enteredIn, firstField, firstInTheWay, isSubmitKey, overlongIn } from './dialogFields.ts';

/** The main button of a dialog; Enter in a field presses it. */
export type DialogMain = {
  readonly label: string;
  readonly onPress: () => void;
  readonly tone?: 'primary' | 'danger';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Why it is not possible yet; shown in the dialog on an attempt. */
  readonly refusal?: string;
};

/** A field whose error prevents the main action. */
export type DialogProblem = { readonly id: string; readonly label: string };

type Options = {
  readonly body: RefObject<HTMLElement | null>;
  readonly main: DialogMain | undefined;
  readonly holdsWork: boolean;
  readonly onClose: () => void;
};

/** Submits by button or Enter, and asks before closing discards input. */
export function useDialogWork({ body, main, holdsWork, onClose }: Options) {
  const [isAsking, ask] = useState(false);
  const [refused, setRefused] = useState<{
    readonly text?: string;
    readonly problems: readonly DialogProblem[];
  }>();
  // The initial content of the fields; values filled in before the person starts are not input.
  const start = useRef<string>(undefined);
  const begin = () => {
    if (body.current) start.current ??= enteredIn(body.current);
  };
  const isDirty = () =>
    holdsWork ||
    (body.current !== null && start.current !== undefined && enteredIn(body.current) !== start.current);
  const close = () => (isDirty() ? ask(true) : onClose());
  const press = () => {
    if (!main || main.busy || main.disabled) return;
    const long = body.current ? overlongIn(body.current) : [];
    if (long.length > 0 || main.refusal) {
      setRefused({ problems: long, ...(main.refusal ? { text: main.refusal } : {}) });
      (document.getElementById(long[0]?.id ?? '') ?? (body.current && firstInTheWay(body.current)))?.focus();
      return;
    }
    setRefused(undefined);
    main.onPress();
  };
  const again = (before: typeof refused) =>
    before && body.current ? { ...before, problems: overlongIn(body.current) } : undefined;
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
    /** Call after a change, which may have fixed the problems. */
    look: () => refused && refused.problems.length > 0 && setTimeout(() => setRefused(again)),
    refused: refused?.problems.length || main?.refusal ? refused : undefined,
    isAsking,
    stay: () => ask(false),
    leave: () => {
      ask(false);
      onClose();
    },
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
        const dialog = box?.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
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
