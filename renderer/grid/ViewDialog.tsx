import { useId, useState } from 'react';
import { mayAccess } from '#engine';
import { useModel, useUser } from '../data/App.tsx';
import type { Intent } from '../data/intents.ts';
import { useMessage } from '../data/messages.tsx';
import type { ViewHead, ViewInput } from '../data/savedViews.ts';
import { useKeptWork } from '../data/useKeptWork.ts';
import { Checkbox } from '../parts/Checkbox.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Select } from '../parts/Select.tsx';
import { TextInput } from '../parts/TextInput.tsx';
import styles from './viewDialog.module.css';

type Props = {
  /** Absent for a new view. */
  readonly view: ViewHead | undefined;
  readonly isFirst: boolean;
  readonly onSave: (input: ViewInput, isFirst: boolean, intent: Intent) => Promise<void>;
  readonly onClose: () => void;
};

/** Edits the name of a view, the role it is shared with, and whether it is the default. */
export function ViewDialog(props: Props) {
  const { view, onClose } = props;
  const say = useMessage();
  const id = useId();
  const input = useViewInput(props, id);
  const { name, setName, role, setRole, opensFirst, setOpensFirst, problem, draft, save } = input;
  return (
    <Dialog
      size="small"
      title={say(view ? 'ui.view.rename' : 'ui.view.new')}
      onClose={onClose}
      main={{ label: say('ui.save'), onPress: save }}
      cancel={say('ui.cancel')}
      problems={problem ? [{ id: `${id}-name`, label: say('ui.view.name') }] : undefined}
    >
      <div className={styles.form}>
        <DraftBar draft={draft} />
        <FieldShell
          id={`${id}-name`}
          name="Name"
          label={say('ui.view.name')}
          required
          issues={problem ? [{ level: 'error', text: problem }] : []}
        >
          <TextInput
            id={`${id}-name`}
            value={name}
            maxLength={60}
            invalid={problem !== undefined}
            required
            onChange={setName}
          />
        </FieldShell>
        <RoleField id={`${id}-role`} value={role} onChange={setRole} />
        <Checkbox id={`${id}-first`} checked={opensFirst} onChange={setOpensFirst}>
          {say('ui.view.first')}
        </Checkbox>
      </div>
    </Dialog>
  );
}

/** The typed values and their save. */
function useViewInput({ view, isFirst, onSave, onClose }: Props, id: string) {
  const say = useMessage();
  const [name, setName] = useState(view?.Name ?? '');
  const [role, setRole] = useState(view?.Role ?? nobody);
  const [opensFirst, setOpensFirst] = useState(isFirst);
  const [problem, setProblem] = useState<string>();
  const refuse = (text: string) => {
    setProblem(text);
    document.getElementById(`${id}-name`)?.focus();
  };
  const start = { name: view?.Name ?? '', role: view?.Role ?? nobody, opensFirst: isFirst };
  const value = { name, role, opensFirst };
  const draft = useKeptWork({
    key: `view.${location.pathname}.${view?.Id ?? 'new'}`,
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(start),
    restore: (kept) => {
      setName(kept.name);
      setRole(kept.role);
      setOpensFirst(kept.opensFirst);
    },
  });
  const save = async (intent: Intent) => {
    if (name.trim() === '') return refuse(say('validation.required', { label: say('ui.view.name') }));
    setProblem(undefined);
    await onSave({ Name: name, Role: role === nobody ? null : role }, opensFirst, intent);
    onClose();
  };
  return { name, setName, role, setRole, opensFirst, setOpensFirst, problem, draft, save };
}

const nobody = '-';

type RoleProps = { readonly id: string; readonly value: string; readonly onChange: (role: string) => void };

/** The person's own roles; all roles for people who may edit users. */
function RoleField({ id, value, onChange }: RoleProps) {
  const say = useMessage();
  const [model, user] = [useModel(), useUser()];
  const access = model.entities.get('user')?.policy.update;
  const isOpen = access !== undefined && mayAccess(access, user);
  const roles = [...model.roles.keys()].filter(
    (role) => isOpen || role === value || user.Roles.includes(role),
  );
  return (
    <FieldShell id={id} name="Role" label={say('ui.view.role')} as="group">
      <Select
        id={id}
        labelledBy={`${id}-label`}
        value={value}
        clearable={false}
        options={[
          { id: nobody, label: say('ui.view.role.nobody') },
          ...roles.map((role) => ({ id: role, label: say(`role.${role}`) })),
        ]}
        onChange={(role) => onChange(role ?? nobody)}
      />
    </FieldShell>
  );
}
