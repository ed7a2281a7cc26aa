import { useState } from 'react';
import type { EntityModel, LookupItem, TransitionChange, WorkflowChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import { Select } from '../../parts/Select.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import form from '../form.module.css';
import { TrialProvider } from '../preview/trial.tsx';
import { TextsField } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { ApprovalPart } from './ApprovalPart.tsx';
import { AsksPart } from './AsksPart.tsx';
import { type TransitionForm, transitionForm, transitionOfForm } from './transitionForm.ts';
import { useStateName } from './useStateName.ts';
import { editRight, withTransition } from './workflowEdits.ts';

type Props = {
  readonly entity: EntityModel;
  readonly change: WorkflowChange;
  readonly states: readonly LookupItem[];
  /** Absent: a new one. */
  readonly transition: TransitionChange | undefined;
  /** Where a new one starts and leads. */
  readonly way?: Pick<TransitionChange, 'from' | 'to'> | undefined;
  readonly onClose: () => void;
  readonly onKeep: (transition: TransitionChange) => Promise<unknown>;
};

/** Edits a step of the workflow, with findings as it is typed. */
export function TransitionDialog(props: Props) {
  const { change, transition, way, onClose, onKeep } = props;
  const say = useMessage();
  const [typed, setTyped] = useState(() => ({ ...transitionForm(transition), ...way }));
  const set = (more: Partial<TransitionForm>) => setTyped((before) => ({ ...before, ...more }));
  const [start] = useState(typed);
  const draft = useKeptWork({
    key: `configure.step.${props.entity.id}.${transition?.id ?? ''}${way ? `.${way.from.join()}-${way.to}` : ''}`,
    value: typed,
    isChanged: JSON.stringify(typed) !== JSON.stringify(start),
    restore: setTyped,
  });
  const next = transitionOfForm(typed, change);
  const keep = async () => {
    if (next && (await onKeep(next))) onClose();
  };
  return (
    <Dialog
      size="large"
      title={say(transition ? 'configure.step.edit-title' : 'configure.step.add')}
      onClose={onClose}
      main={{
        label: say('configure.field.keep'),
        refusal: next ? undefined : say('configure.step.incomplete'),
        onPress: keep,
      }}
      cancel={say('ui.cancel')}
    >
      <TrialProvider changes={next ? [withTransition(change, next)] : []}>
        <div className={form.form}>
          <DraftBar draft={draft} />
          <WayPart {...props} typed={typed} set={set} />
          <GuardPart {...props} typed={typed} set={set} />
          <AsksPart entity={props.entity} state={change.field} typed={typed} set={set} />
          <ApprovalPart entity={props.entity} typed={typed} set={set} />
          <FindingList />
        </div>
      </TrialProvider>
    </Dialog>
  );
}

type PartProps = Pick<Props, 'entity' | 'states'> & {
  readonly typed: TransitionForm;
  readonly set: (more: Partial<TransitionForm>) => void;
};

/** Its button, its states, and who may take it. */
function WayPart({ entity, states, typed, set }: PartProps) {
  const say = useMessage();
  const nameOf = useStateName(entity);
  const options = states.map(({ Name }) => ({ id: Name, label: nameOf(Name) }));
  return (
    <>
      <TextsField
        label={say('configure.step.label')}
        name="label"
        value={typed.label}
        required
        onChange={(label) => set({ label })}
      />
      <div className={form.columns}>
        <FieldShell id="step-from" name="from" label={say('configure.step.from')} as="group" required>
          <MultiSelect
            id="step-from"
            labelledBy="step-from-label"
            value={typed.from}
            options={options}
            onChange={(from) => set({ from })}
          />
        </FieldShell>
        <FieldShell id="step-to" name="to" label={say('configure.step.to')} as="group" required>
          <Select
            id="step-to"
            labelledBy="step-to-label"
            required
            value={typed.to}
            options={options}
            onChange={(to) => set({ to })}
          />
        </FieldShell>
        <FieldShell id="step-tone" name="tone" label={say('configure.step.tone')} as="group">
          <Select
            id="step-tone"
            labelledBy="step-tone-label"
            clearable={false}
            value={typed.tone}
            options={(['neutral', 'primary', 'danger'] as const).map((id) => ({
              id,
              label: say(`configure.step.tone.${id}`),
            }))}
            onChange={(tone) => set({ tone: (tone ?? 'neutral') as TransitionForm['tone'] })}
          />
        </FieldShell>
      </div>
      <AccessPart {...{ entity, typed, set }} />
    </>
  );
}

/** Who may take it: anyone who is given its right, or anyone who may edit the record. */
function AccessPart({ entity, typed, set }: Omit<PartProps, 'states'>) {
  const say = useMessage();
  const { draft } = useWork();
  const isOwn = draft.Changes.some(({ kind, name }) => kind === 'entity' && name === entity.id);
  const rights = [
    { id: '', label: say('configure.step.own-right') },
    ...(isOwn ? [{ id: editRight(entity.id), label: say('configure.step.editors') }] : []),
    ...(typed.access !== '' && !(isOwn && typed.access === editRight(entity.id))
      ? [{ id: typed.access, label: typed.access }]
      : []),
  ];
  return (
    <FieldShell id="step-access" name="access" label={say('configure.step.access')} as="group">
      <RadioGroup
        id="step-access"
        labelledBy="step-access-label"
        direction="column"
        value={typed.access}
        options={rights}
        onChange={(access) => set({ access })}
      />
    </FieldShell>
  );
}

/** When it is available, what is said otherwise, and the question before it. */
function GuardPart({ entity, typed, set }: PartProps) {
  const say = useMessage();
  return (
    <>
      <FieldShell id="step-guard" name="guard" label={say('configure.step.guard')} as="group">
        <ConditionEditor
          label={say('configure.step.guard')}
          entity={entity.id}
          text={typed.guard}
          onChange={(guard) => set({ guard })}
        />
      </FieldShell>
      {typed.guard.trim() !== '' && (
        <TextsField
          label={say('configure.step.refusal')}
          name="refusal"
          value={typed.refusal}
          onChange={(refusal) => set({ refusal })}
        />
      )}
      <TextsField
        label={say('configure.step.confirm')}
        name="confirm"
        value={typed.confirm}
        onChange={(confirm) => set({ confirm })}
      />
    </>
  );
}
