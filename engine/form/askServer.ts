/** Server requests of a form: unknown referenced records, and whether a unique value is free. */
import type { FilterTree } from '../expression/types.ts';
import { idOf } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { cellValue, eachCell } from './cells.ts';
import type { Cell, FormCore } from './FormCore.ts';
import { addServerIssue, setServerIssues } from './issues.ts';
import { keyOf } from './references.ts';
import { snapshotOf } from './snapshot.ts';
import type { OptionsRequest } from './types.ts';
import { writeValue } from './values.ts';

/** Requests all wanted records, one call per entity. */
export function askReferences(core: FormCore): void {
  const { known } = core;
  if (known.wanted.size === 0) return;
  const wanted = [...known.wanted.values()];
  known.wanted.clear();
  for (const { entity, find, ids } of wanted) {
    const all = [...ids];
    for (const id of all) known.asked.add(keyOf(entity, id));
    for (let at = 0; at < all.length; at += atOnce) ask(core, { entity, find }, all.slice(at, at + atOnce));
  }
}

/** Ids that fit into one URL. */
const atOnce = 40;

function ask(
  core: FormCore,
  { entity, find }: { readonly entity: string; readonly find?: string },
  ids: readonly string[],
): void {
  const { running } = core.known;
  const filter: FilterTree = { kind: 'compare', path: 'Id', operator: 'in', value: ids };
  const request: OptionsRequest = { entity, find, filter, sort: [], pageSize: ids.length };
  const asking = core.options.loadOptions?.(request).then(
    (records) => takeAnswer(core, entity, records),
    // If the request fails, the reference stays; the server checks it on save.
    () => undefined,
  );
  if (!asking) return;
  running.add(asking);
  void asking.finally(() => running.delete(asking));
}

/** Resolves when no request is pending; undefined when none is. */
export function referencesReady(core: FormCore): Promise<void> | undefined {
  return core.known.running.size > 0 ? untilAnswered(core) : undefined;
}

async function untilAnswered({ known: { running } }: FormCore): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function takeAnswer(core: FormCore, entity: string, answer: readonly DataRecord[]): void {
  if (core.progress.destroyed) return;
  const records = new Map(answer.map((record) => [record.Id, record]));
  for (const record of answer) {
    const key = keyOf(entity, record.Id);
    core.known.records.set(key, { ...core.known.records.get(key), ...record });
  }
  const refers = (cell: Cell) => cell.plan.field.ref?.entity === entity && cell.plan.field.expand;
  core.change(() => {
    for (const top of core.content.cells.values())
      eachCell(top, (cell) => {
        if (refers(cell)) complete(core, cell, records);
      });
  });
}

function complete(core: FormCore, cell: Cell, records: ReadonlyMap<unknown, DataRecord>): void {
  const value = cellValue(core, cell);
  if (!Array.isArray(value)) {
    if (records.has(value)) writeValue(core, cell, value, records.get(value));
  } else if (value.some((entry) => records.has(idOf(entry)))) {
    const entries = value.map((entry) => records.get(idOf(entry)) ?? entry);
    writeValue(core, cell, entries);
  }
}

/** Checks the unique rules of a cell on the server if the cell was changed and is otherwise valid. */
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
    // The save checks again, and that result counts.
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
