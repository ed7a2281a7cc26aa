import { LayoutList, List, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Change, pageRecord, type RelatedChange, systemFields } from '#engine';
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
import { BlockDialog } from './BlockDialog.tsx';
import type { Canvas } from './useCanvas.ts';
import { useOffers } from './useOffers.ts';

type Props = { readonly canvas: Canvas; readonly onBlock: (id: string) => void };

/** Adds blocks to a page: what extensions offer, and for a record lists of those that refer to it and buttons. */
export function AddToPage({ canvas, onBlock }: Props) {
  const say = useMessage();
  const { draft } = useWork();
  const offers = useOffers();
  const onRecord = useRecordEntries({ canvas, onBlock });
  const [added, setAdded] = useState<(typeof offers)[number]>();
  if (canvas.isClosed || (offers.length === 0 && onRecord.length === 0)) return null;
  const entries: readonly MenuEntry[] = [
    ...onRecord,
    ...offers.map((one) => ({
      ...{ id: one.widget, label: say(one.offer.title), icon: one.offer.icon, section: '' },
      onAction: () => setAdded(one),
    })),
  ];
  const text = say('configure.canvas.page');
  const { screen, block } = canvas;
  const name = added && freeName(screen, `own-${added.widget}`, draft.Changes);
  return (
    <>
      <Menu
        label={text}
        entries={entries}
        trigger={<Button icon={<Icon icon={LayoutList} size="small" />}>{text}</Button>}
      />
      <RemoveList canvas={canvas} onBlock={onBlock} />
      {added && name && (
        <BlockDialog
          {...{ screen, offer: added.offer, narrows: added.narrows }}
          change={{ kind: 'block', name, widget: added.widget, after: block.id }}
          onClose={() => setAdded(undefined)}
          onKept={() => onBlock(name.split('.')[1] ?? '')}
        />
      )}
    </>
  );
}

/** On the page of a record: lists of the records that refer to it, and a button. */
function useRecordEntries({ canvas, onBlock }: Props): readonly MenuEntry[] {
  const say = useMessage();
  const navigate = useNavigate();
  const { put } = useSaveDraft();
  const lists = useRelated(canvas);
  const page = pageRecord(canvas.screen);
  if (!page) return [];
  return [
    ...lists.map(({ change, title }) => ({
      ...{ id: `${change.of}.${change.by}`, label: title, icon: List },
      section: say('configure.canvas.related'),
      onAction: () => void put([change]).then((draft) => draft && onBlock(change.name.split('.')[1] ?? '')),
    })),
    {
      ...{ id: 'button', label: say('configure.canvas.new.button'), icon: Zap, section: '' },
      onAction: () => navigate(`/configure/automations/new?entity=${page.entity}&on=button`),
    },
  ];
}

/** The lists that the page can show, with the columns that the entity's own list has now. */
function useRelated({
  screen,
}: Canvas): readonly { readonly change: RelatedChange; readonly title: string }[] {
  const { model, draft, say: label } = useWork();
  const page = pageRecord(screen);
  if (!page) return [];
  return referencesTo(model, page.entity).flatMap(({ entity, field }) => {
    const [main] = gridsOf(model, entity.id).filter(({ block }) => block.where.length === 0);
    if (!main) return [];
    const paths = main.block.columns.map(({ path }) => path);
    const fields = paths.filter((path) => path !== field.name && !systemFields.has(path));
    const change: RelatedChange = {
      ...{ kind: 'related', name: freeName(screen, `related-${kebabName(entity.id)}`, draft.Changes) },
      ...{ of: entity.id, by: field.name },
      ...(fields.length > 0 && { fields: fields as [string, ...string[]] }),
    };
    return [{ change, title: `${label(entity.plural)} · ${label(field.label)}` }];
  });
}

/** A name for a block that neither the page nor the draft knows: `<screen>.<start>`, or numbered. */
function freeName(
  screen: { readonly id: string; readonly blocks: readonly { readonly id: string }[] },
  start: string,
  changes: readonly Change[],
): string {
  const blocks = screen.blocks.map(({ id }) => `${screen.id}.${id}`);
  const known = new Set([...blocks, ...changes.map(({ name }) => name)]);
  for (let number = 1; ; number++) {
    const name = `${screen.id}.${start}${number === 1 ? '' : `-${number}`}`;
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
