/** Asks the server, when a person leaves a field, what only the server can know: whether a name is taken. */

import type { Cell, FormCore } from './FormCore.ts';
import { addServerIssue, setServerIssues } from './serverIssues.ts';
import { snapshotOf } from './snapshot.ts';

/** Asks about the unique rules that the cell has a part in, if it was changed and is fit to ask about. */
export function askRemote(core: FormCore, cell: Cell): void {
  const { checkRemote } = core.options;
  const { path } = cell.plan.field;
  const rules = core.plan.entity.unique.filter((unique) =>
    [...unique.fields, ...unique.within].includes(path),
  );
  if (!checkRemote || cell.row || rules.length === 0 || !core.stored.changed.has(cell) || cell.errors > 0)
    return;
  const asked = snapshotOf(core);
  const names = new Set(rules.flatMap(({ fields, within }) => [...fields, ...within]));
  checkRemote(asked).then(
    (found) => {
      const now = snapshotOf(core);
      const stands = !core.progress.destroyed && [...names].every((name) => now[name] === asked[name]);
      if (!stands) return;
      const ids = new Set(rules.map(({ id }) => id));
      core.change(() => {
        for (const { at, id } of rules) dropRule(core, at, id);
        for (const issue of found) if (ids.has(issue.rule)) addServerIssue(core, issue);
      });
    },
    // The save will ask again, and that answer counts.
    () => undefined,
  );
}

function dropRule(core: FormCore, at: string, rule: string): void {
  const cell = core.content.cells.get(at);
  if (cell)
    setServerIssues(
      core,
      cell,
      cell.server.filter((issue) => issue.rule !== rule),
    );
}
