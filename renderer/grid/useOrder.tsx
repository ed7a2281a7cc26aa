import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DataRecord, GridBlock } from '#engine';
import { useApi } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './grid.module.css';

type Options = {
  readonly block: GridBlock;
  readonly scope: ScreenScope;
  readonly rows: readonly DataRecord[];
  readonly nameOf: (record: DataRecord) => string;
};

type Move = { readonly id: string; readonly by: 1 | -1 };

/**
 * Buttons to move a row up or down, in the order column. Rows move only after the server confirms; if it
 * refuses, nothing happens, as the specification asks.
 */
export function useOrder({ block, scope, rows, nameOf }: Options) {
  const api = useApi();
  const client = useQueryClient();
  const [isMoving, setMoving] = useState(false);
  const followFocus = useFollowFocus(rows);
  const { order } = block;
  const isEnabled = order && evaluateOn(order.enabled, expressionScope(scope), !order.enabled) === true;

  const move = async ({ id, by }: Move) => {
    if (!order || isMoving) return;
    setMoving(true);
    try {
      const path = fillPath(order.route.replace(/^[A-Z]+ /, ''), {
        route: scope.route,
        data: scope.data,
        user: scope.user,
      });
      await api.send('POST', path, reordered(rows, { id, by }, order.field), {
        askConfirm: false,
        intent: 'same-content',
      });
      followFocus({ id, by });
      await client.invalidateQueries({ queryKey: ['list', block.entity] });
    } catch {
      // Silently ignored: the old order stays visible.
    } finally {
      setMoving(false);
    }
  };

  return (path: string, record: DataRecord, index: number): ReactNode => {
    if (!order || path !== order.field) return undefined;
    if (!isEnabled || rows.length < 2) return <span className={styles.blank}>–</span>;
    return (
      <MoveButtons
        name={nameOf(record)}
        isFirst={index === 0}
        isLast={index === rows.length - 1}
        onMove={(by) => void move({ id: String(record.Id), by })}
      />
    );
  };
}

type MoveButtonsProps = {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: Move['by']) => void;
};

function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  const say = useMessage();
  const up = say('ui.grid.move-up', { name });
  const down = say('ui.grid.move-down', { name });
  return (
    <span className={styles.order}>
      <span data-move="up">
        {!isFirst && <IconButton size="small" icon={ArrowUp} label={up} onPress={() => onMove(-1)} />}
      </span>
      <span data-move="down">
        {!isLast && <IconButton size="small" icon={ArrowDown} label={down} onPress={() => onMove(1)} />}
      </span>
    </span>
  );
}

/** The whole list in its new order, with new positions. */
function reordered(rows: readonly DataRecord[], { id, by }: Move, field: string): readonly DataRecord[] {
  const list = [...rows];
  const from = list.findIndex((row) => String(row.Id) === id);
  const [moved] = list.splice(from, 1);
  if (moved) list.splice(from + by, 0, moved);
  return list.map((row, place) => ({ Id: row.Id, [field]: place }));
}

/** Focuses the pressed button after the rows have moved, or its neighbour at the end of the list. */
function useFollowFocus(rows: readonly DataRecord[]) {
  const wanted = useRef<Move>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the new rows are drawn
  useEffect(() => {
    const move = wanted.current;
    if (!move) return;
    wanted.current = undefined;
    const row = document.querySelector(`[data-row="${CSS.escape(move.id)}"]`);
    const names = move.by === -1 ? ['up', 'down'] : ['down', 'up'];
    const buttons = names.map((name) => row?.querySelector<HTMLElement>(`[data-move="${name}"] button`));
    buttons.find(Boolean)?.focus();
  }, [rows]);
  return (move: Move) => {
    wanted.current = move;
  };
}
