import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { FormBlock, Reason } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { returnTo } from '../data/returnTo.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { asLeft, useOpener, wayBack } from '../data/trail.ts';
import { useFormStatus } from '../data/useFormState.ts';
import { Button } from '../parts/Button.tsx';
import { useFormFrame } from './FormFrame.ts';
import { type FormTools, useFormTools } from './FormTools.ts';
import styles from './form.module.css';
import { HiddenFieldsButton } from './HiddenFields.tsx';
import { pointerOf } from './pointer.ts';
import { reasonText } from './ReasonLine.tsx';

type Props = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly locked: Reason | undefined;
  readonly onSave: () => void;
  readonly onReset: () => void;
};

/** Save and Cancel, unless nobody may save. */
export function FormActions(props: Props) {
  const { access } = props.block.save;
  const isOnlyRead = access.kind === 'feature' && access.anyOf.length === 0;
  return isOnlyRead ? null : <SaveAndCancel {...props} />;
}

/**
 * Stays visible at the bottom and says why Save is disabled. People who may never save see no Save button; it
 * is only disabled when the record's state forbids saving.
 */
function SaveAndCancel({ block, scope, locked, onSave, onReset }: Props) {
  const tools = useFormTools();
  const { say, form, idPrefix } = tools;
  const status = useFormStatus(form);
  const navigate = useNavigate();
  const opener = useOpener();
  const { cancel } = block;
  const isFramed = useFormFrame() !== undefined;
  const leave = () => {
    if (!cancel?.to) return;
    const up = fillPath(cancel.to, { root: form.stored(), route: scope.route, data: scope.data });
    const back = cancel.returns ? returnTo(scope.query, opener ?? up) : up;
    void navigate(asLeft(back, opener), { state: wayBack });
  };
  const lock = locked ?? lockOfAll(tools, block);
  const noteId = `${idPrefix}-note`;
  // A copy may be saved unchanged.
  const isIdle = (!status.dirty && !block.source) || lock !== undefined;
  const { note, pressing } = useKeptFocus(isIdle);
  return (
    <div className={styles.actions} data-screen-only data-state={status.dirty ? 'dirty' : 'clean'}>
      <p ref={note} id={noteId} className={styles.note} role="status" tabIndex={-1}>
        {lock ? reasonText(tools, lock) : say(noteKey(status), { count: status.errorCount })}
      </p>
      <HiddenFieldsButton block={block} />
      {cancel && (cancel.to || isFramed || !lock) && (
        <Button
          tone={cancel.to || isFramed ? 'neutral' : 'link'}
          disabled={!cancel.to && !isFramed && !cancel.reload && !status.dirty}
          onPress={cancel.to ? leave : pressing(onReset)}
        >
          {say(cancel.label)}
        </Button>
      )}
      {!locked && (
        <Button
          tone="primary"
          disabled={isIdle}
          busy={status.saving}
          describedBy={noteId}
          onPress={pressing(onSave)}
        >
          {say(block.save.label)}
        </Button>
      )}
    </div>
  );
}

/** Moves focus from a button that became disabled to the note beside it. */
function useKeptFocus(isIdle: boolean) {
  const note = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (!isIdle || !wasPressed.current) return;
    wasPressed.current = false;
    const focused = document.activeElement;
    const isLost = focused === document.body || (focused as HTMLButtonElement | null)?.disabled;
    if (isLost) note.current?.focus({ preventScroll: true });
  }, [isIdle]);
  const pressing = (act: () => void) => () => {
    wasPressed.current = true;
    act();
  };
  return { note, pressing };
}

/** If no field is editable, the most frequent reason stands for the form. */
export function lockOfAll({ form }: FormTools, block: FormBlock): Reason | undefined {
  const views = block.sections.flatMap(({ items }) => items.map(({ field }) => form.view(pointerOf(field))));
  const shown = views.filter((view) => view.visible);
  if (shown.length === 0 || shown.some((view) => view.editable)) return undefined;
  const reasons = shown.flatMap((view) => view.reasons).filter(({ slot }) => slot === 'editable');
  const said = reasons.filter(({ message }) => message);
  return mostGiven(said.length > 0 ? said : reasons);
}

/** On a tie the first wins. */
function mostGiven(reasons: readonly Reason[]): Reason | undefined {
  const counts = new Map<string, number>();
  const nameOf = ({ message, id }: Reason) => message ?? id;
  for (const reason of reasons) counts.set(nameOf(reason), (counts.get(nameOf(reason)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return reasons.find((reason) => counts.get(nameOf(reason)) === most);
}

type Status = {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly submitted: boolean;
  readonly errorCount: number;
};

function noteKey({ dirty, saving, submitted, errorCount }: Status): string {
  if (saving) return 'ui.form.saving';
  if (submitted && errorCount > 0) return 'ui.form.issues';
  return dirty ? 'ui.form.dirty' : 'ui.form.clean';
}
