import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EntityModel, LookupItem, RoleChange, TransitionChange, WorkflowChange } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { TransitionDialog } from './TransitionDialog.tsx';
import { useStateName } from './useStateName.ts';
import styles from './workflow.module.css';
import { withoutTransition, withTransition } from './workflowEdits.ts';

type Props = {
  readonly entity: EntityModel;
  readonly change: WorkflowChange;
  readonly states: readonly LookupItem[];
};

/** The steps: from which states to which, on what condition, and what they ask for. */
export function StepsTable({ entity, change, states }: Props) {
  const say = useMessage();
  const { put } = useSaveDraft({ throws: true });
  const [open, setOpen] = useState<string>();
  const columns = useColumns(entity, change, setOpen);
  const chosen = change.transitions.find(({ id }) => id === open);
  return (
    <>
      {change.transitions.length === 0 ? (
        <EmptyState title={say('configure.step.none')} />
      ) : (
        <PlainTable
          label={say('configure.workflow.steps')}
          rows={change.transitions}
          rowId={({ id }) => id}
          columns={columns}
        />
      )}
      <div className={styles.foot}>
        <Button onPress={() => setOpen('')}>{say('configure.step.add')}</Button>
      </div>
      {open !== undefined && (
        <TransitionDialog
          {...{ entity, change, states }}
          transition={chosen}
          onClose={() => setOpen(undefined)}
          onKeep={(one) => put([withTransition(change, one)])}
        />
      )}
    </>
  );
}

/** Who approves a step, in words. */
function useApprovers(entity: EntityModel): (change: TransitionChange) => string {
  const say = useMessage();
  const { say: label } = useWork();
  const nameOf = ({ role, field }: { role?: string | undefined; field?: string | undefined }) => {
    if (role !== undefined) return label(`role.${role}`);
    if (field === undefined) return say('configure.step.approval.superior');
    return label(entity.fieldByPath.get(field)?.label ?? field);
  };
  return ({ approval }) => approval?.by.map(nameOf).join(', ') ?? '–';
}

/** Who approves, and which records only. */
function ApprovalCell({ approvers, condition }: { approvers: string; condition: string | undefined }) {
  const say = useMessage();
  if (!condition) return approvers;
  return (
    <span className={area.stack}>
      <span>{approvers}</span>
      <span>
        {say('configure.step.guard')} <code className={area.code}>{condition}</code>
      </span>
    </span>
  );
}

function useColumns(
  entity: EntityModel,
  change: WorkflowChange,
  setOpen: (id: string) => void,
): readonly PlainColumn<TransitionChange>[] {
  const say = useMessage();
  const locale = useLocale();
  const { draft, say: label } = useWork();
  const { put } = useSaveDraft();
  const nameOf = useStateName(entity);
  const roles = draft.Changes.filter((one): one is RoleChange => one.kind === 'role');
  const fieldName = (name: string) => label(entity.fieldByPath.get(name)?.label ?? name);
  const asked = ({ asks = [], note }: TransitionChange) =>
    [
      ...asks.map(({ field, required }) => `${fieldName(field)}${required ? ' *' : ''}`),
      ...(note ? [`${say('ui.step.note')}${note === 'required' ? ' *' : ''}`] : []),
    ].join(', ');
  const approversOf = useApprovers(entity);
  return [
    { id: 'label', title: say('configure.step'), isHead: true, cell: (one) => one.label[locale] },
    { id: 'from', title: say('configure.step.from'), cell: ({ from }) => from.map(nameOf).join(', ') },
    { id: 'to', title: say('configure.step.to'), cell: ({ to }) => nameOf(to) },
    {
      id: 'guard',
      title: say('configure.step.guard'),
      cell: ({ guard }) => (guard ? <code className={area.code}>{guard}</code> : '–'),
    },
    {
      id: 'approval',
      title: say('configure.step.approval'),
      cell: (one) => <ApprovalCell approvers={approversOf(one)} condition={one.approval?.if} />,
    },
    { id: 'asks', title: say('configure.step.asks'), cell: (one) => asked(one) || '–' },
    {
      id: 'tools',
      title: say('configure.tools'),
      cell: (one) => (
        <span className={area.line}>
          <Button
            size="small"
            label={say('configure.step.edit', { name: one.label[locale] })}
            onPress={() => setOpen(one.id)}
          >
            {say('configure.edit')}
          </Button>
          <IconButton
            icon={Trash2}
            size="small"
            label={say('ui.remove-item', { item: one.label[locale] })}
            onPress={() => void put(withoutTransition(change, one.id, roles).changes)}
          />
        </span>
      ),
    },
  ];
}
