import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown, List, Pencil, Plus, Save, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type GridSnapshot, type GridState, gridChoices, restoreChoices, sameValue } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useDialogs, useToast } from '../data/dialogs.tsx';
import { lazyComponent } from '../data/fetched.tsx';
import type { Intent } from '../data/intents.ts';
import { escapeMarkup } from '../data/markup.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { type NameOfPerson, useNameOfPerson } from '../data/people.ts';
import { useSavedViews, type ViewHead, type ViewInput } from '../data/savedViews.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { Menu, type MenuEntry } from '../parts/Menu.tsx';
import { useTellOfView } from './useOpeningView.ts';

const ViewDialog = lazyComponent(async () => (await import('./ViewDialog.tsx')).ViewDialog);

type Props = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly list: string;
  readonly look: 'button' | 'icon';
};

type Views = ReturnType<typeof useSavedViews>;

/** Chooses, saves, shares and deletes views: named filters, sort orders and columns. */
export function GridSavedViews({ grid, snapshot, list, look }: Props) {
  const say = useMessage();
  const views = useSavedViews(list);
  const current = useCurrent(grid, snapshot, views);
  const [asked, setAsked] = useState<'new' | ViewHead>();
  const commands = useCommands(grid, snapshot, views);
  const nameOf = useNameOfPerson(views.heads?.some(({ IsMine }) => !IsMine) ?? false);
  const name = nameOfCurrent(current, say);
  const label = name ? say('ui.view.of', { name }) : say('ui.view.views');
  const entries = [
    ...choiceEntries({ say, views, current, nameOf, choose: commands.choose }),
    ...commandEntries({ say, views, current, commands, ask: setAsked }),
  ];
  const trigger =
    look === 'icon' ? (
      <IconButton size="small" icon={Bookmark} label={label} tooltip={false} />
    ) : (
      <Button label={label} icon={<Icon icon={Bookmark} size="small" />}>
        {name ?? say('ui.view.views')}
        <Icon icon={ChevronDown} size="small" />
      </Button>
    );
  return (
    <>
      <Menu label={say('ui.view.views')} trigger={trigger} entries={entries} />
      {asked && (
        <ViewDialog
          view={asked === 'new' ? undefined : asked}
          isFirst={asked !== 'new' && views.first === asked.Id}
          onSave={(...input) => commands.save(asked === 'new' ? undefined : asked, ...input)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type Current = { readonly head?: ViewHead; readonly isChanged: boolean };

/** The chosen view, and whether anything has changed since. */
function useCurrent(grid: GridState, snapshot: GridSnapshot, { heads, load }: Views): Current {
  const head = heads?.find(({ Id }) => Id === snapshot.view);
  const { data } = useQuery({
    queryKey: ['list', 'saved-view', `/view/${head?.Id}`],
    queryFn: () => load(head?.Id as string),
    enabled: head !== undefined,
    staleTime: 60_000,
  });
  if (!head) return { isChanged: false };
  const isChanged =
    data !== undefined &&
    !sameValue(restoreChoices(grid.block, data.Choices), gridChoices(grid.block, snapshot));
  return { head, isChanged };
}

const nameOfCurrent = ({ head, isChanged }: Current, say: Say): string | undefined =>
  head && isChanged ? say('ui.view.changed', { name: head.Name }) : head?.Name;

type Commands = {
  readonly choose: (head?: ViewHead) => Promise<void>;
  readonly save: (
    head: ViewHead | undefined,
    ...given: [input: ViewInput, isFirst: boolean, intent: Intent]
  ) => Promise<void>;
  readonly overwrite: (head: ViewHead) => Promise<void>;
  readonly remove: (head: ViewHead) => Promise<void>;
};

function useCommands(grid: GridState, snapshot: GridSnapshot, views: Views): Commands {
  const [say, dialogs, toast, tell] = [useMessage(), useDialogs(), useToast(), useTellOfView()];
  const Choices = gridChoices(grid.block, snapshot);
  const orSay = async (work: Promise<unknown>) => {
    await work.catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      return dialogs.alert(
        error.status === 404 && error.body.Missing?.Id ? say('ui.view.lost') : error.message,
      );
    });
  };
  const choose = async (head?: ViewHead) => {
    if (!head) return grid.show();
    const view = await views.load(head.Id);
    grid.show({ id: head.Id, choices: view.Choices });
    tell(view);
  };
  const done = () => toast.show(say('ui.view.saved'), 'success');
  return {
    choose: (head) => orSay(choose(head)),
    save: async (head, input, isFirst, intent) => {
      const { Id } = await (head ? views.change(head, input) : views.create({ ...input, Choices }, intent));
      if (!head) grid.setView(Id);
      if (isFirst !== (views.first === Id)) views.setFirst(isFirst ? Id : null);
      done();
    },
    overwrite: (head) => orSay(views.change(head, { Choices }).then(done)),
    remove: async (head) => {
      const question = say(head.Role ? 'ui.view.delete-shared' : 'ui.view.delete-sure', {
        name: escapeMarkup(head.Name),
      });
      const yes = say('ui.view.delete-yes');
      if (!(await dialogs.confirm(question, { tone: 'danger', yes }))) return;
      await orSay(
        views.remove(head.Id).then(() => {
          grid.setView(undefined);
          if (views.first === head.Id) views.setFirst(null);
          toast.show(say('ui.view.deleted'), 'success');
        }),
      );
    },
  };
}

type Around = { readonly say: Say; readonly views: Views; readonly current: Current };

function choiceEntries(
  around: Around & { readonly nameOf: NameOfPerson; readonly choose: Commands['choose'] },
): readonly MenuEntry[] {
  const { say, views, current, nameOf, choose } = around;
  const entryOf = (head: ViewHead): MenuEntry => ({
    id: head.Id,
    label: head.Name,
    note: noteOf(head, around, nameOf),
    section: say(head.IsMine ? 'ui.view.mine' : 'ui.view.shared'),
    checked: current.head?.Id === head.Id && !current.isChanged,
    onAction: () => void choose(head),
  });
  const heads = views.heads ?? [];
  return [
    {
      id: 'standard',
      label: say('ui.view.standard'),
      icon: List,
      section: '',
      onAction: () => void choose(),
    },
    ...heads.filter(({ IsMine }) => IsMine).map(entryOf),
    ...heads.filter(({ IsMine }) => !IsMine).map(entryOf),
  ];
}

function noteOf({ Id, Role, IsMine, Owner }: ViewHead, { say, views }: Around, nameOf: NameOfPerson) {
  const notes = [
    ...(IsMine ? (Role ? [say(`role.${Role}`)] : []) : [say('ui.view.by', { name: nameOf(Owner) })]),
    ...(views.first === Id ? [say('ui.view.is-default')] : []),
  ];
  return notes.length > 0 ? notes.join(', ') : undefined;
}

function commandEntries({
  say,
  views,
  current: { head, isChanged },
  commands,
  ask,
}: Around & {
  readonly commands: Commands;
  readonly ask: (what: 'new' | ViewHead) => void;
}): readonly MenuEntry[] {
  const name = head?.Name ?? '';
  const entry = (id: string, icon: MenuEntry['icon'], onAction: () => void): MenuEntry => ({
    id,
    icon,
    onAction,

    label: say(`ui.view.${id}`, { name }),
  });
  const own = head?.IsMine ? head : undefined;
  return [
    ...(own && isChanged ? [entry('save', Save, () => void commands.overwrite(own))] : []),
    entry('save-as', Plus, () => ask('new')),
    ...(own ? [entry('edit', Pencil, () => ask(own))] : []),
    ...(head && views.first !== head.Id ? [entry('make-default', Star, () => views.setFirst(head.Id))] : []),
    ...(views.first ? [entry('no-default', Star, () => views.setFirst(null))] : []),
    ...(own
      ? [{ ...entry('delete', Trash2, () => void commands.remove(own)), tone: 'danger' as const }]
      : []),
  ];
}
