import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import type { EntityChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { KeepDialog } from '../KeepDialog.tsx';
import { useWork } from '../work.tsx';
import { MenuFields } from './MenuFields.tsx';
import { menuFormOf, menuProblem, menuWords, titledGroups } from './menuPlace.ts';

type Props = { readonly change: EntityChange };

/** Changes the menu entry of an entity of the overlay. */
export function EditMenu({ change }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={MenuIcon} />} onPress={() => setOpen(true)}>
        {say('configure.menu.edit')}
      </Button>
      {isOpen && <MenuDialog change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

function MenuDialog({ change, onClose }: Props & { onClose: () => void }) {
  const say = useMessage();
  const { draft, model } = useWork();
  const [start] = useState(() => menuFormOf(change));
  const [form, setForm] = useState(start);
  const isChanged = JSON.stringify(form) !== JSON.stringify(start);
  const kept = useKeptWork({
    key: `configure.menu.${change.name}`,
    value: form,
    isChanged,
    restore: setForm,
  });
  const { icon: _, menu: __, ...others } = change;
  const problem = menuProblem(model, form);
  return (
    <KeepDialog
      title={say('configure.menu')}
      change={isChanged ? { ...others, ...menuWords(form, titledGroups(draft.Changes)) } : undefined}
      refusal={problem && say(problem)}
      draft={kept}
      onClose={onClose}
    >
      <MenuFields form={form} onChange={setForm} list={`${change.name}-list`} />
    </KeepDialog>
  );
}
