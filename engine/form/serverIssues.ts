/** What the server found wrong, shown at its field until that field changes. */
import type { Issue } from '../rules/types.ts';
import { cellNear } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { countErrors } from './rowIssues.ts';
import type { ServerError } from './types.ts';

/** Takes the place of what the server said before. */
export function applyServerIssues(core: FormCore, found: readonly (Issue | ServerError)[]): void {
  dropServerIssues(core);
  for (const issue of found.map(toIssue)) addServerIssue(core, issue);
}

/** Adds one to what the server has said. */
export function addServerIssue(core: FormCore, issue: Issue): void {
  const cell = issue.path === '' ? undefined : cellNear(core, issue.path);
  if (!cell) {
    core.issues.ofServer = [...core.issues.ofServer, issue];
    return;
  }
  cell.server = [...cell.server.filter((known) => known.rule !== issue.rule), issue];
  countErrors(core, cell);
}

/** The field changes, and with it what the server said of it and of the record. */
export function clearServerIssues(core: FormCore, cell: Cell): void {
  core.issues.ofServer = [];
  setServerIssues(core, cell, []);
  for (const unique of core.plan.entity.unique) {
    if (![...unique.fields, ...unique.within].includes(cell.plan.field.path)) continue;
    const at = core.content.cells.get(unique.at);
    if (at)
      setServerIssues(
        core,
        at,
        at.server.filter((issue) => issue.rule !== unique.id),
      );
  }
}

/** Forgets all that the server said. */
export function dropServerIssues(core: FormCore): void {
  core.issues.ofServer = [];
  for (const cell of [...core.issues.faulty]) setServerIssues(core, cell, []);
}

/** Puts other findings of the server at a cell. */
export function setServerIssues(core: FormCore, cell: Cell, issues: readonly Issue[]): void {
  if (issues.length === 0 && cell.server.length === 0) return;
  cell.server = issues;
  countErrors(core, cell);
}

function toIssue(found: Issue | ServerError): Issue {
  if ('level' in found) return found;
  const path = found.Path ?? (found.Key ? `/${found.Key.replaceAll('.', '/')}` : '');
  // The sentence is finished: it has no text of its own, so that it stands as it is.
  return { rule: found.Rule ?? 'server', path, level: 'error', message: found.Value, params: {} };
}
