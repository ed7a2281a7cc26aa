/** An overlay as mergeable files: one change each with canonical member order, for minimal diffs. */

import { changeKey, inOrder } from './changeNames.ts';
import { checkChange } from './checkChange.ts';
import { parseFile } from './parseFile.ts';
import type { Change, OverlayFile, OverlayFinding } from './types.ts';

/** Each change as a file. */
export function writeFiles(changes: readonly Change[]): readonly OverlayFile[] {
  return inOrder(changes).map((change) => ({ path: pathOf(change), text: canonicalText(change) }));
}

/** Reads changes from files; files that are not part of an overlay or invalid are findings with a place. */
export function readFiles(files: readonly OverlayFile[]): {
  readonly changes: readonly Change[];
  readonly findings: readonly OverlayFinding[];
} {
  const read = [...files].sort((one, other) => (one.path < other.path ? -1 : 1)).map(readFile);
  const changes = new Map<string, Change>();
  const twins: OverlayFinding[] = [];
  for (const { change } of read) {
    if (!change) continue;
    if (changes.has(changeKey(change))) twins.push(finding('twice', { name: change.name }));
    changes.set(changeKey(change), change);
  }
  return {
    changes: inOrder([...changes.values()]),
    findings: [...read.flatMap((one) => one.findings), ...twins],
  };
}

/** JSON with sorted members, but `kind` and `name` first. */
function canonicalText(change: Change): string {
  const { kind, name, ...rest } = change;
  return `${JSON.stringify({ kind, name, ...(sorted(rest) as object) }, null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  );
}

const pathOf = ({ kind, name }: Change): string => `overlay/${kind}/${name}.json`;

type ReadFile = { readonly change?: Change; readonly findings: readonly OverlayFinding[] };

function readFile({ path, text }: OverlayFile): ReadFile {
  const parsed = parseFile(text);
  if ('problem' in parsed) {
    const { code, ...params } = parsed.problem;
    return { findings: [finding(code, { file: path, ...params })] };
  }
  const found = checkChange(parsed.json);
  const errors = found.map((one) => ({
    ...one,
    code: `file.${one.code}`,
    params: { ...one.params, file: path },
  }));
  if (errors.length > 0) return { findings: [...errors.map(({ change: _change, ...one }) => one)] };
  const change = parsed.json as Change;
  if (path.replaceAll('\\', '/').endsWith(pathOf(change))) return { change, findings: [] };
  return { change, findings: [finding('file-elsewhere', { file: path, place: pathOf(change) })] };
}

function finding(code: string, params: OverlayFinding['params']): OverlayFinding {
  return { at: '', level: 'error', code, params };
}
