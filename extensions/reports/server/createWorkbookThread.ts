/** Writes workbooks in a worker thread, so that a large one delays nobody else. */
import { Refusal } from '#server/extension';
import { createTaskThread } from '#server/node';
import { type WorkbookTasks, workbookParts } from './workbookTasks.ts';

type WorkbookThreadOptions = {
  /** The script of the worker. */
  readonly script: URL;
  readonly deadlineMs?: number;
};

export function createWorkbookThread({ script, deadlineMs = 60_000 }: WorkbookThreadOptions): WorkbookTasks {
  const run = createTaskThread({
    ...{ script, deadlineMs, memoryMb: 1024 },
    lost: () => new Refusal('too-large', 'report.workbook.lost', {}),
  });
  return {
    mostCells: 500_000,
    write: async (sheets, budget) =>
      (await run('write', [], async (part) => {
        for (const piece of workbookParts(sheets)) {
          part(piece);
          if (budget.isDue()) await budget.yieldTurn();
        }
      })) as Uint8Array<ArrayBuffer>,
  };
}
