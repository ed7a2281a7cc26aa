import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BlockChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import form from '../form.module.css';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { left, moved, placeBeside } from './blockOrder.ts';
import styles from './canvas.module.css';
import type { Canvas } from './useCanvas.ts';
import { useOffers } from './useOffers.ts';

type Props = {
  readonly canvas: Canvas;
  readonly change: BlockChange;
  readonly onBlock: (id: string) => void;
};

/** A block that the draft added: changed, moved and removed here, and drawn with its data once it is published. */
export function OwnBlock({ canvas: { screen, block, announce }, change, onBlock }: Props) {
  const say = useMessage();
  const { draft, say: label } = useWork();
  const { put } = useSaveDraft();
  const names = usePlaceNames();
  const [isOpen, setOpen] = useState(false);
  const found = useOffers().find(({ widget }) => widget === change.widget);
  const title = block.title && 'message' in block.title ? label(block.title.message) : block.id;
  const follows = change.after && screen.blocks.find(({ id }) => id === change.after)?.id;
  const move = (after: string) =>
    put(moved(draft.Changes, change, after)).then(
      (kept) => kept && announce(say('configure.canvas.block.moved', { title })),
    );
  const remove = async () => {
    const first = screen.blocks.find(({ id }) => id !== block.id)?.id ?? '';
    if (await put(left(draft.Changes, change), [change])) onBlock(first);
  };
  return (
    <section className={`${styles.surface} ${form.form}`} aria-label={title}>
      <h2>{title}</h2>
      {follows && <p>{say('configure.canvas.block.place', { block: names.block(screen, follows) })}</p>}
      <p className={area.quiet}>{say('configure.canvas.block.later')}</p>
      <FindingList of={[change]} />
      <div className={form.buttons}>
        {found && (
          <Button icon={<Icon icon={Pencil} size="small" />} onPress={() => setOpen(true)}>
            {say('configure.canvas.block.change')}
          </Button>
        )}
        {([-1, 1] as const).map((by) => {
          const after = placeBeside(screen, block.id, by);
          return (
            <Button
              key={by}
              icon={<Icon icon={by < 0 ? ArrowUp : ArrowDown} size="small" />}
              {...(after === undefined && { refusal: say('configure.canvas.block.end') })}
              onPress={() => after !== undefined && void move(after)}
            >
              {say(by < 0 ? 'configure.canvas.earlier' : 'configure.canvas.later')}
            </Button>
          );
        })}
        <Button
          tone="caution"
          icon={<Icon icon={Trash2} size="small" />}
          label={say('ui.remove-item', { item: title })}
          onPress={() => void remove()}
        >
          {say('configure.canvas.remove')}
        </Button>
      </div>
      {isOpen && found && (
        <BlockDialog
          {...{ screen, change, offer: found.offer, narrows: found.narrows }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
