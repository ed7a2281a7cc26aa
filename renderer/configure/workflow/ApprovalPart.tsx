import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import { recipientsIn } from '../automations/automationForm.ts';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import form from '../form.module.css';
import { useWork } from '../work.tsx';
import { type ApprovalForm, newApproval } from './approvalForm.ts';
import type { TransitionForm } from './transitionForm.ts';

type Props = {
  readonly entity: EntityModel;
  readonly typed: TransitionForm;
  readonly set: (more: Partial<TransitionForm>) => void;
};

/** Whether the step waits for approval: by whom, on what condition, and until when. */
export function ApprovalPart({ entity, typed, set }: Props) {
  const say = useMessage();
  const { approval } = typed;
  return (
    <>
      <Checkbox
        id="step-approval"
        checked={approval !== undefined}
        onChange={(isOn) => set({ approval: isOn ? newApproval : undefined })}
      >
        {say('configure.step.approval.on')}
      </Checkbox>
      {approval && (
        <>
          <WhoPart {...{ entity, approval }} set={(more) => set({ approval: { ...approval, ...more } })} />
          <WhenPart {...{ entity, approval }} set={(more) => set({ approval: { ...approval, ...more } })} />
        </>
      )}
    </>
  );
}

type PartProps = {
  readonly entity: EntityModel;
  readonly approval: ApprovalForm;
  readonly set: (more: Partial<ApprovalForm>) => void;
};

function useApprovers(entity: EntityModel) {
  const say = useMessage();
  const { model, say: label } = useWork();
  return [
    { id: 'superior:', label: say('configure.step.approval.superior') },
    ...recipientsIn(entity, 'notify').map((name) => ({
      id: `field:${name}`,
      label: label(entity.fieldByPath.get(name)?.label ?? name),
    })),
    ...[...model.roles.keys()].map((role) => ({
      id: `role:${role}`,
      label: say('configure.automation.role', { role: label(`role.${role}`) }),
    })),
  ];
}

function WhoPart({ entity, approval, set }: PartProps) {
  const say = useMessage();
  const options = useApprovers(entity);
  return (
    <div className={form.columns}>
      <FieldShell id="approval-by" label={say('configure.step.approval.by')} as="group" required>
        <MultiSelect
          id="approval-by"
          labelledBy="approval-by-label"
          value={approval.by}
          options={options}
          onChange={(by) => set({ by })}
        />
      </FieldShell>
      <FieldShell id="approval-needs" label={say('configure.step.approval.needs')} as="group">
        <Select
          id="approval-needs"
          labelledBy="approval-needs-label"
          clearable={false}
          value={approval.needs}
          options={(['one', 'all'] as const).map((id) => ({
            id,
            label: say(`configure.step.approval.needs.${id}`),
          }))}
          onChange={(needs) => set({ needs: needs === 'all' ? 'all' : 'one' })}
        />
      </FieldShell>
      <FieldShell id="approval-changes" label={say('configure.step.approval.changes')} as="group">
        <Select
          id="approval-changes"
          labelledBy="approval-changes-label"
          clearable={false}
          value={approval.changes}
          options={(['restart', 'keep'] as const).map((id) => ({
            id,
            label: say(`configure.step.approval.changes.${id}`),
          }))}
          onChange={(changes) => set({ changes: changes === 'keep' ? 'keep' : 'restart' })}
        />
      </FieldShell>
      <Checkbox id="approval-own" checked={approval.own} onChange={(own) => set({ own })}>
        {say('configure.step.approval.own')}
      </Checkbox>
    </div>
  );
}

function WhenPart({ entity, approval, set }: PartProps) {
  const say = useMessage();
  const options = useApprovers(entity);
  const days = (name: 'remind' | 'days') => (
    <FieldShell id={`approval-${name}`} label={say(`configure.step.approval.${name}`)}>
      <NumberField
        id={`approval-${name}`}
        value={approval[name]}
        minimum={1}
        maximum={365}
        onChange={(value) => set({ [name]: typeof value === 'number' ? value : undefined })}
      />
    </FieldShell>
  );
  return (
    <>
      <FieldShell id="approval-if" label={say('configure.step.approval.if')} as="group">
        <ConditionEditor
          label={say('configure.step.approval.if')}
          entity={entity.id}
          text={approval.if}
          onChange={(text) => set({ if: text })}
        />
      </FieldShell>
      <div className={form.columns}>
        {days('remind')}
        {days('days')}
        {approval.days !== undefined && (
          <FieldShell id="approval-escalate" label={say('configure.step.approval.escalate')} as="group">
            <MultiSelect
              id="approval-escalate"
              labelledBy="approval-escalate-label"
              value={approval.escalate}
              options={options}
              onChange={(escalate) => set({ escalate })}
            />
          </FieldShell>
        )}
      </div>
    </>
  );
}
