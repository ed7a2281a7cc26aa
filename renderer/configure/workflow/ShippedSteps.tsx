import type { EntityModel, TransitionModel, WorkflowModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { useStateName } from './useStateName.ts';
import styles from './workflow.module.css';

type Props = { readonly entity: EntityModel; readonly workflow: WorkflowModel };

/** The steps of a shipped workflow; an open one can be extended. */
export function ShippedSteps({ entity, workflow }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  const { put, isBusy } = useSaveDraft();
  const nameOf = useStateName(entity);
  const from = ({ from }: TransitionModel) => from.map(nameOf).join(', ');
  return (
    <>
      <PlainTable
        label={say('configure.workflow.steps')}
        rows={workflow.transitions}
        rowId={({ id }) => id}
        columns={[
          { id: 'label', title: say('configure.step'), isHead: true, cell: (one) => label(one.label) },
          { id: 'from', title: say('configure.step.from'), cell: from },
          { id: 'to', title: say('configure.step.to'), cell: ({ to }) => nameOf(to) },
        ]}
      />
      <div className={styles.foot}>
        {workflow.open ? (
          <Button
            busy={isBusy}
            onPress={() =>
              void put([{ kind: 'workflow', name: entity.id, field: workflow.field, transitions: [] }])
            }
          >
            {say('configure.workflow.extend')}
          </Button>
        ) : (
          <p>{say('configure.workflow.closed')}</p>
        )}
      </div>
    </>
  );
}
