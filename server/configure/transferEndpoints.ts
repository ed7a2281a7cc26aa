/** `/configure/export`, `/configure/import`: an overlay as files. Custom code: errors name their file. */
import { type Change, type OverlayFinding, readFiles, writeFiles } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { checkJson } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import { listOf, may, oneOf, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { readRevision } from '../routes/readRecord.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { type ConfigureServices, callAt } from './ConfigureServices.ts';
import { changeDraft, configuring, draftAt, remembered } from './draftEndpoints.ts';
import { refuseTooMany } from './drafts.ts';
import { sayFinding } from './sayFinding.ts';

/** An overlay consists of many small files. */
const importLimit = 4_194_304;

const importBody = sent({
  Revision: revision,
  Files: listOf(sent({ Path: text, Text: text })),
  Mode: may(oneOf('add', 'replace')),
});

export function transferEndpoints(services: ConfigureServices): readonly Endpoint[] {
  return [
    { ...configuring, method: 'GET', path: '/configure/export', handle: (call) => give(services, call) },
    {
      ...configuring,
      method: 'POST',
      path: '/configure/import',
      ...taking(importBody, (call, body) => take(services, call, body), { limit: importLimit }),
    },
  ];
}

/** The caller's draft; without one, the changes in force. */
async function give(services: ConfigureServices, call: ApiCall): Promise<Response> {
  const { changes } = await draftAt(callAt(services, call));
  return json({ Files: writeFiles(changes).map(({ path, text }) => ({ Path: path, Text: text })) });
}

/** Imports files into the draft: all of them, or none when one cannot be read. */
async function take(
  services: ConfigureServices,
  call: ApiCall,
  body: Static<typeof importBody>,
): Promise<Response> {
  const at = callAt(services, call);
  const files = body.Files.map(({ Path, Text }) => ({ path: Path, text: Text }));
  refuseTooMany(files.length);
  const { changes: read, findings } = readFiles(files);
  const errors = findings.filter(({ level }) => level === 'error');
  if (errors.length > 0) {
    const saying = { model: at.models.current(), locale: at.call.locale };
    const Findings = findings.map((finding) => sayFinding(saying, finding));
    throw refusals.unreadableFiles({ params: { count: badFiles(errors) }, extra: { Findings } });
  }
  // File contents are untrusted JSON, like the body around them.
  const changes: Change[] = [];
  const budget = new WorkBudget();
  for (const change of read) {
    checkJson(change);
    // A file that states what it replaced comes from possibly different declarations; keep its statement.
    changes.push('was' in change ? change : remembered(at.models.shipped(), change));
    await budget.yieldTurn();
  }
  const isAdding = body.Mode !== 'replace';
  return changeDraft(at, readRevision(call, body), (before) =>
    isAdding ? [...without(before, changes), ...changes] : changes,
  );
}

/** A file may have several errors. */
function badFiles(errors: readonly OverlayFinding[]): number {
  return new Set(errors.map(({ params }) => String(params.file ?? params.name))).size;
}

function without(changes: readonly Change[], others: readonly Change[]): readonly Change[] {
  const names = new Set(others.map(({ kind, name }) => `${kind} ${name}`));
  return changes.filter(({ kind, name }) => !names.has(`${kind} ${name}`));
}
