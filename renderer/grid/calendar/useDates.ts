import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DataRecord, Dated, GridBlock } from '#engine';
import { allows } from '../../data/allows.ts';
import { useFormats } from '../../data/formats.ts';
import { useMessage } from '../../data/messages.tsx';
import type { ScreenScope } from '../../data/screenScope.ts';
import { useSaveFields } from '../layouts/useSaveFields.ts';
import { type Placed, placed, shifted, stretched } from './placing.ts';

export type Dates = {
  readonly canMove: boolean;
  /** Moves the start or the end alone. */
  readonly stretch: (entry: Placed, which: 'start' | 'end', days: number) => Promise<boolean>;
  /** Moves both dates by some days, and to an hour if given; the day it is then on. */
  readonly move: (entry: Placed, days: number, hour?: number) => Promise<string | undefined>;
  /** Writes the dates; false if that was refused. */
  readonly write: (entry: Placed, fields: DataRecord, how?: Parameters<Save>[2]) => Promise<boolean>;
  /** Shown before they are read back. */
  readonly changes: ReadonlyMap<string, DataRecord>;
  /** Read aloud after a move. */
  readonly said: string;
  /** The entry to focus where it appears next. */
  readonly focus: { current: string | undefined };
  /** The entry dragged now, and the day it was picked up on. */
  readonly dragged: { current: { readonly entry: Placed; readonly day: string } | undefined };
};

type Save = ReturnType<typeof useSaveFields>;

const none: ReadonlyMap<string, DataRecord> = new Map();

/** Changes dates through the ordinary write of the record, with its rules and rights. */
export function useDates(block: GridBlock, layout: Dated, scope: ScreenScope, nameOf: NameOf): Dates {
  const [say, formats, client] = [useMessage(), useFormats(), useQueryClient()];
  const save = useSaveFields(layout.save, scope);
  const [changes, setChanges] = useState(none);
  const [said, setSaid] = useState('');
  const focus = useRef<string>(undefined);
  const dragged = useRef<Dates['dragged']['current']>(undefined);
  const write: Dates['write'] = async (entry, fields, how) => {
    const change = (next: DataRecord | undefined) =>
      setChanges(
        (before) =>
          new Map([
            ...[...before].filter(([id]) => id !== entry.id),
            ...(next ? [[entry.id, next] as const] : []),
          ]),
      );
    change(fields);
    try {
      const isSaved = await save(entry.record, fields, how);
      const day = isSaved && placed({ ...entry.record, ...fields }, layout)?.from;
      if (day) setSaid(say('ui.calendar.moved', { name: nameOf(entry.record), date: formats.date(day) }));
      await client.invalidateQueries({ queryKey: ['list', block.entity] });
      return isSaved;
    } finally {
      change(undefined);
    }
  };
  return {
    canMove: mayMove(layout, scope.user.Features),
    write,
    move: async (entry, days, hour) => {
      const fields = shifted(entry.record, layout, days, hour);
      if (fields[layout.start.path] === entry.record[layout.start.path]) return undefined;
      return (await write(entry, fields)) ? placed({ ...entry.record, ...fields }, layout)?.from : undefined;
    },
    stretch: async (entry, which, days) => {
      const fields = stretched(entry.record, layout, which, days);
      return fields ? write(entry, fields) : false;
    },
    ...{ changes, said, focus, dragged },
  };
}

type NameOf = (record: DataRecord) => string;

/** Moving changes both dates, so it takes the right to write both. */
function mayMove({ save, start, end }: Dated, features: readonly string[]): boolean {
  const accesses = [save?.access, start.write, end?.write].flatMap((access) => access ?? []);
  return save !== undefined && accesses.every((access) => allows(access, features));
}
