import { useState } from 'react';
import type { FieldChange, WorkflowChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import form from '../form.module.css';
import { useSaveDraft } from '../useSaveDraft.ts';
import { withoutState } from './workflowEdits.ts';

type Props = {
  readonly field: FieldChange;
  readonly change: WorkflowChange;
  readonly state: string;
  readonly states: readonly { readonly name: string; readonly label: string }[];
  readonly onClose: () => void;
};

/** Removes a state with its steps, and says where its records move at publication. */
export function RemoveStateDialog({ field, change, state, states, onClose }: Props) {
  const say = useMessage();
  const { put } = useSaveDraft({ throws: true });
  const [moveTo, setMoveTo] = useState<string>();
  const draft = useKeptWork({
    key: `configure.state.remove.${location.pathname}.${state}`,
    value: moveTo ?? '',
    isChanged: moveTo !== undefined,
    restore: (kept) => setMoveTo(kept || undefined),
  });
  const others = states.filter(({ name }) => name !== state);
  const label = states.find(({ name }) => name === state)?.label ?? state;
  const remove = async () => {
    if (await put(withoutState({ field, workflow: change }, state, moveTo))) onClose();
  };
  return (
    <Dialog
      size="small"
      title={say('configure.state.remove', { name: label })}
      onClose={onClose}
      main={{
        label: say('configure.state.remove-it'),
        tone: 'danger',
        onPress: remove,
      }}
      cancel={say('ui.cancel')}
    >
      <div className={form.form}>
        <DraftBar draft={draft} />
        <p>{say('configure.state.remove-note')}</p>
        <FieldShell id="state-move" name="moveTo" label={say('configure.state.move')} as="group">
          <Select
            id="state-move"
            labelledBy="state-move-label"
            value={moveTo}
            options={others.map(({ name, label: title }) => ({ id: name, label: title }))}
            onChange={setMoveTo}
          />
        </FieldShell>
      </div>
    </Dialog>
  );
}
