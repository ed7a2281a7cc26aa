import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardLayout, DataRecord, GridBlock } from '#engine';
import { isActionEnabled, isActionVisible, refusal } from '../../actions/ActionButton.tsx';
import { useRunAction } from '../../actions/useRunAction.ts';
import { allows } from '../../data/allows.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { useSaveFields } from '../layouts/useSaveFields.ts';

export type BoardValue = string | number | null;

/** A column that a card may be offered; `refused` says why it cannot go there now. */
export type Target = { readonly to: BoardValue; readonly label?: string; readonly refused?: string };

export type Moves = {
  readonly targetsOf: (record: DataRecord) => readonly Target[];
  readonly move: (record: DataRecord, to: BoardValue) => Promise<void>;
  readonly isBusy: boolean;
  /** The cards dragged now, by id: only types can be read before a drop. */
  readonly dragged: Map<string, DataRecord>;
};

/** Where cards may go: along the steps of a workflow, or to any value of a plain choice. */
export function useMoves(block: GridBlock, layout: BoardLayout, scope: ScreenScope): Moves {
  const say = useMessage();
  const run = useRunAction(scope);
  const save = useSaveFields(layout.save, scope);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [dragged] = useState(() => new Map<string, DataRecord>());
  const { Features } = scope.user;
  const stepsOf = (record: DataRecord) =>
    layout.moves.filter(
      ({ action }) => allows(action.access, Features) && isActionVisible(action, scope, record),
    );
  const mayChange = layout.save !== undefined && allows(layout.save.access, Features);
  const targetsOf = (record: DataRecord): readonly Target[] => {
    if (layout.moves.length === 0)
      return mayChange
        ? layout.values.filter((value) => value !== record[layout.by]).map((to) => ({ to }))
        : [];
    return stepsOf(record).map(({ to, action }) => ({
      to,
      label: say(action.label),
      ...(isActionEnabled(action, scope, record) ? {} : { refused: refusal(action, say) }),
    }));
  };
  const move = async (record: DataRecord, to: BoardValue) => {
    const step = stepsOf(record).find((one) => one.to === to && isActionEnabled(one.action, scope, record));
    if (!step && !mayChange) return;
    setBusy(true);
    try {
      if (step) await run(step.action, record);
      else await save(record, { [layout.by]: to });
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['list', block.entity] });
    }
  };
  return { targetsOf, move, isBusy, dragged };
}
