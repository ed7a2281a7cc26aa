import type { ReactNode } from 'react';
import type { Change } from '#engine';
import { useMessage } from '../data/messages.tsx';
import type { Offer } from '../data/useKeptWork.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { FindingList } from './draft/FindingList.tsx';
import form from './form.module.css';
import { useSaveFromBase } from './useSaveFromBase.ts';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** The change to save; undefined while incomplete. */
  readonly change: Change | undefined;
  /** Why it cannot be saved yet. */
  readonly refusal?: string;
  /** The existing change in the draft, which can be removed. */
  readonly before?: Change;
  /** Unsaved input from before a reload. */
  readonly draft?: Offer;
  readonly onClose: () => void;
  /** Called once the change is in the draft. */
  readonly onKept?: () => void;
};

/** Edits one change in a dialog: saves it to the draft or removes it. */
export function KeepDialog({ title, children, change, refusal, before, draft, onClose, onKept }: Props) {
  const say = useMessage();
  const { put, remove } = useSaveFromBase({ throws: true });
  const keep = async () => {
    if (!change || !(await put([change]))) return;
    onKept?.();
    onClose();
  };
  const undo = async () => {
    if (before && (await remove([before]))) onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      main={{
        label: say('configure.field.keep'),
        refusal: refusal ?? (change ? undefined : say('configure.nothing-changed')),
        onPress: keep,
      }}
      cancel={say('ui.cancel')}
      other={before && { label: say('configure.adjust.undo'), onPress: undo }}
    >
      <div className={form.form}>
        {draft && <DraftBar draft={draft} />}
        {children}
        {before && <FindingList of={[before]} />}
      </div>
    </Dialog>
  );
}
