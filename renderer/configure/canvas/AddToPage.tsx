import { LayoutList, List, Trash2, Zap } from 'lucide-react';
import { useNavigate } from 'react-router';
import { type Change, type RelatedChange, systemFields } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu, type MenuEntry } from '../../parts/Menu.tsx';
import { findChange } from '../changes.ts';
import { referencesTo } from '../fields/linkedOptions.ts';
import { gridsOf } from '../places.ts';
import { kebabName } from '../storedName.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import type { Canvas } from './useCanvas.ts';

type Props = { readonly canvas: Canvas; readonly onBlock: (id: string) => void };

/** Adds blocks to the page of a record: lists of the records that refer to it, and buttons. */
export function AddToPage({ canvas, onBlock }: Props) {
  const say = useMessage();
  const navigate = useNavigate();
  const { model } = useWork();
  const { put } = useSaveDraft();
  const lists = useRelated(canvas);
  const page = canvas.screen.blocks.find((block) => block.kind === 'form' && block.record !== undefined);
  if (canvas.isClosed || page?.kind !== 'form') return null;
  const entity = model.entities.get(page.entity);
  const entries: readonly MenuEntry[] = [
    ...lists.map(({ change, title }) => ({
      ...{ id: `${change.of}.${change.by}`, label: title, icon: List },
      section: say('configure.canvas.related'),
      onAction: () => void put([change]).then((draft) => draft && onBlock(change.name.split('.')[1] ?? '')),
    })),
    {
      ...{ id: 'button', label: say('configure.canvas.new.button'), icon: Zap, section: '' },
      onAction: () => navigate(`/configure/automations/new?entity=${entity?.id}&on=button`),
    },
  ];
  const text = say('configure.canvas.page');
  return (
    <>
      <Menu
        label={text}
        entries={entries}
        trigger={<Button icon={<Icon icon={LayoutList} size="small" />}>{text}</Button>}
      />
      <RemoveList canvas={canvas} onBlock={onBlock} />
    </>
  );
}

/** The lists that the page can show, with the columns that the entity's own list has now. */
function useRelated({
  screen,
}: Canvas): readonly { readonly change: RelatedChange; readonly title: string }[] {
  const { model, draft, say: label } = useWork();
  const page = screen.blocks.find((block) => block.kind === 'form' && block.record !== undefined);
  if (page?.kind !== 'form') return [];
  return referencesTo(model, page.entity).flatMap(({ entity, field }) => {
    const [main] = gridsOf(model, entity.id).filter(({ block }) => block.where.length === 0);
    if (!main) return [];
    const paths = main.block.columns.map(({ path }) => path);
    const fields = paths.filter((path) => path !== field.name && !systemFields.has(path));
    const change: RelatedChange = {
      ...{ kind: 'related', name: freeName(screen.id, entity.id, screen.blocks, draft.Changes) },
      ...{ of: entity.id, by: field.name },
      ...(fields.length > 0 && { fields: fields as [string, ...string[]] }),
    };
    return [{ change, title: `${label(entity.plural)} · ${label(field.label)}` }];
  });
}

/** A name that neither the page nor the draft knows. */
function freeName(
  screen: string,
  entity: string,
  blocks: readonly { readonly id: string }[],
  changes: readonly Change[],
): string {
  const known = new Set([...blocks.map(({ id }) => `${screen}.${id}`), ...changes.map(({ name }) => name)]);
  const start = `${screen}.related-${kebabName(entity)}`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? start : `${start}-${number}`;
    if (!known.has(name)) return name;
  }
}

function RemoveList({ canvas: { screen, block }, onBlock }: Props) {
  const say = useMessage();
  const { draft } = useWork();
  const { remove } = useSaveDraft();
  const name = `${screen.id}.${block.id}`;
  const change = findChange(draft.Changes, 'related', name);
  if (!change) return null;
  // What was changed on the list goes with it.
  const own = draft.Changes.filter(
    (one) => one === change || one.name.startsWith(`${name}.`) || one.name.startsWith(`column.${name}.`),
  );
  const first = screen.blocks.find(({ id }) => id !== block.id)?.id ?? '';
  return (
    <Button
      tone="caution"
      icon={<Icon icon={Trash2} size="small" />}
      onPress={() => void remove(own).then((kept) => kept && onBlock(first))}
    >
      {say('configure.canvas.remove-list')}
    </Button>
  );
}
