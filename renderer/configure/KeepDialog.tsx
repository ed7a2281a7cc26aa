import type { ReactNode } from 'react';
import type { Change } from '#engine';
import { useMessage } from '../data/messages.tsx';
import type { Offer } from '../data/useKeptWork.ts';
import { Button } from '../parts/Button.tsx';
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
};

/** Edits one change in a dialog: saves it to the draft or removes it. */
export function KeepDialog({ title, children, change, refusal, before, draft, onClose }: Props) {
  const say = useMessage();
  const { put, remove, isBusy, failure } = useSaveFromBase();
  const keep = async () => {
    if (change && (await put([change]))) onClose();
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
        busy: isBusy,
        refusal: refusal ?? (change ? undefined : say('configure.nothing-changed')),
        onPress: () => void keep(),
      }}
      cancel={say('ui.cancel')}
      actions={
        before && (
          <Button tone="caution" busy={isBusy} onPress={() => void undo()}>
            {say('configure.adjust.undo')}
          </Button>
        )
      }
    >
      <div className={form.form}>
        {draft && <DraftBar draft={draft} />}
        {children}
        {failure && <p role="alert">{failure}</p>}
        {before && <FindingList of={[before]} />}
      </div>
    </Dialog>
  );
}
