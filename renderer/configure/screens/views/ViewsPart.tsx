import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { GridBlock, LayoutModel, ViewChange } from '#engine';
import { useMessage } from '../../../data/messages.tsx';
import area from '../../../parts/area.module.css';
import { Button } from '../../../parts/Button.tsx';
import { Card } from '../../../parts/Card.tsx';
import { Icon } from '../../../parts/Icon.tsx';
import { IconButton } from '../../../parts/IconButton.tsx';
import { findChange } from '../../changes.ts';
import { useSaveDraft } from '../../useSaveDraft.ts';
import { useWork } from '../../work.tsx';
import { ReorderList } from '../ReorderList.tsx';
import { ViewDialog } from './ViewDialog.tsx';

type Props = { readonly screen: string; readonly block: GridBlock };

/** The views of a list: added, edited, ordered and removed. */
export function ViewsPart({ screen, block }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const { move, take } = useViewChanges({ screen, block });
  const [edited, setEdited] = useState<LayoutModel | 'new'>();
  const layouts = block.layouts ?? [];
  const noteOf = ({ kind, roles, opens }: LayoutModel) =>
    [
      say(`ui.layout.${kind}`),
      ...(opens ? [say('configure.view.opens-note')] : []),
      ...(roles ?? []).map((role) => say(`role.${role}`)),
    ].join(' · ');
  const heading = say('configure.views');
  return (
    <Card
      id="views"
      title={heading}
      actions={
        <Button size="small" icon={<Icon icon={Plus} size="small" />} onPress={() => setEdited('new')}>
          {say('configure.view.add')}
        </Button>
      }
    >
      {layouts.length === 0 && <p className={area.quiet}>{say('configure.views.none')}</p>}
      {layouts.length > 0 && (
        <ReorderList
          label={heading}
          items={layouts.map((layout) => ({
            ...{ id: layout.id, label: label(layout.label), note: noteOf(layout) },
          }))}
          onMove={move}
          onRemove={take}
          tools={(id) => {
            const layout = layouts.find((one) => one.id === id);
            return (
              layout && (
                <IconButton
                  icon={Pencil}
                  size="small"
                  label={say('configure.view.edit', { item: label(layout.label) })}
                  onPress={() => setEdited(layout)}
                />
              )
            );
          }}
        />
      )}
      {edited && (
        <ViewDialog
          {...{ screen, block }}
          layout={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

/** Moves and removes views in the draft. */
function useViewChanges({ screen, block }: Props) {
  const { draft } = useWork();
  const { put, remove } = useSaveDraft();
  const nameOf = (id: string) => `${screen}.${block.id}.${id}`;
  const base = (id: string): ViewChange => ({
    ...findChange(draft.Changes, 'view', nameOf(id)),
    ...{ kind: 'view', name: nameOf(id), screen, block: block.id },
  });
  return {
    move: (id: string, after: ViewChange['after']) => put([{ ...base(id), after }]),
    take: (id: string) => {
      const before = findChange(draft.Changes, 'view', nameOf(id));
      // A view that the draft added goes with its change.
      if (before && !before.was) void remove([before]);
      else void put([{ ...pick(base(id)), remove: true }]);
    },
  };
}

/** What a removal keeps of a change. */
const pick = ({ kind, name, screen, block, was }: ViewChange): ViewChange => ({
  ...{ kind, name, screen, block },
  ...(was && { was }),
});
