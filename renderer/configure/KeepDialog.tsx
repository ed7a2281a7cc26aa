import type { ReactNode } from 'react';
import type { Change } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { DraftBar } from '../form/DraftBar.tsx';
import type { Offer } from '../form/useKeptWork.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { FindingList } from './draft/FindingList.tsx';
import form from './form.module.css';
import { useSaveFromBase } from './useSaveFromBase.ts';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** What is kept; none while nothing can be. */
  readonly change: Change | undefined;
  /** Why it cannot be kept yet. */
  readonly refusal?: string;
  /** The change of the draft, which can be taken out again. */
  readonly before?: Change;
  /** What was entered before a reload. */
  readonly draft?: Offer;
  readonly onClose: () => void;
};

/** One change made in a window: into the draft, or out of it again. */
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
