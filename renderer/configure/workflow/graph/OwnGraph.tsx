import { useState } from 'react';
import type {
  EntityModel,
  FieldChange,
  LookupItem,
  RoleChange,
  TransitionChange,
  WorkflowChange,
} from '#engine';
import { useLocale } from '../../../data/messages.tsx';
import { useSaveDraft } from '../../useSaveDraft.ts';
import { useWork } from '../../work.tsx';
import { RemoveStateDialog } from '../RemoveStateDialog.tsx';
import { StateDialog } from '../StateDialog.tsx';
import { TransitionDialog } from '../TransitionDialog.tsx';
import { withoutTransition, withTransition } from '../workflowEdits.ts';
import { useGraphStates } from './useGraphStates.ts';
import { WorkflowGraph } from './WorkflowGraph.tsx';

type Props = {
  readonly entity: EntityModel;
  readonly change: WorkflowChange;
  /** The field of the states, if it was added without code. */
  readonly field: FieldChange | undefined;
  readonly states: readonly LookupItem[];
};

type Open =
  | { readonly kind: 'state'; readonly name?: string | undefined }
  | { readonly kind: 'remove'; readonly name: string }
  | {
      readonly kind: 'step';
      readonly id?: string;
      readonly way?: Pick<TransitionChange, 'from' | 'to'> | undefined;
    };

/** The graph of a workflow in the draft, with the windows of the tables beside it. */
export function OwnGraph({ entity, change, field, states }: Props) {
  const locale = useLocale();
  const { draft } = useWork();
  const { put } = useSaveDraft({ throws: true });
  const [open, setOpen] = useState<Open>();
  const shown = useGraphStates({ entity, field, final: change.final ?? [], states });
  const roles = draft.Changes.filter((one): one is RoleChange => one.kind === 'role');
  const close = () => setOpen(undefined);
  const addStep = (from?: string, to?: string) =>
    setOpen({
      kind: 'step',
      way: from !== undefined && to !== undefined ? { from: [from], to } : undefined,
    });
  return (
    <>
      <WorkflowGraph
        entity={entity.id}
        states={shown}
        steps={change.transitions.map(({ id, from, to, label }) => ({ id, from, to, label: label[locale] }))}
        edits={{
          ...(field && {
            editState: (name) => setOpen({ kind: 'state', name }),
            removeState: (name) =>
              shown.some((one) => one.name === name && !one.isStart) && setOpen({ kind: 'remove', name }),
          }),
          editStep: (id) => setOpen({ kind: 'step', id }),
          addStep,
          removeStep: (id) => void put(withoutTransition(change, id, roles).changes),
        }}
      />
      {field && open?.kind === 'state' && (
        <StateDialog
          choice={field.choices?.find(({ name }) => name === open.name)}
          choices={field.choices ?? []}
          onClose={close}
          onKeep={(choices) => put([{ ...field, choices }])}
        />
      )}
      {field && open?.kind === 'remove' && (
        <RemoveStateDialog {...{ field, change }} state={open.name} states={shown} onClose={close} />
      )}
      {open?.kind === 'step' && (
        <TransitionDialog
          {...{ entity, change, states }}
          transition={change.transitions.find(({ id }) => id === open.id)}
          way={open.way}
          onClose={close}
          onKeep={(one) => put([withTransition(change, one)])}
        />
      )}
    </>
  );
}
