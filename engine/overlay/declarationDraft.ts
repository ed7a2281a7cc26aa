/** Declarations being changed, with findings and the origin of each changed part. */

import type { Parts } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { changeId } from './changeNames.ts';
import { createDraftFiles } from './draftFiles.ts';
import { createDraftTexts } from './draftTexts.ts';
import type { AppliedOverlay, Change, ChangeId, OverlayFinding, Provenance } from './types.ts';

export type DeclarationDraft = ReturnType<typeof createDraft>;

type Marks = Map<object, readonly Pick<Provenance, 'change' | 'at'>[]>;
type Report = Partial<Pick<OverlayFinding, 'at' | 'level' | 'params'>>;

/** A draft of a set. */
export function createDraft(set: DeclarationSet) {
  const files = createDraftFiles(set);
  const findings: OverlayFinding[] = [];
  const marks: Marks = new Map();
  const notes: Provenance[] = [];
  const texts = createDraftTexts(files, notes);

  const report = (change: Change, code: string, { at = '', level = 'error', params = {} }: Report = {}) => {
    findings.push({ change: changeId(change), at, level, code, params });
  };
  /** Records that a part of a declaration comes from a change. */
  const mark = <Part extends object>(part: Part, change: Change, at = ''): Part => {
    marks.set(part, [...(marks.get(part) ?? []), { change: changeId(change), at }]);
    return part;
  };
  const note = (file: string, path: string, change: ChangeId): void => {
    notes.push({ file, path, change: changeId(change), at: '' });
  };
  function* result(): Parts<AppliedOverlay> {
    const provenance = [...notes];
    for (const file of files.copied) {
      provenance.push(...marksIn(file, files.files.get(file), '', marks));
      yield;
    }
    return { set: { files: [...files.files].map(([file, json]) => ({ file, json })) }, findings, provenance };
  }
  return { ...files, report, mark, note, text: texts.set, textOf: texts.get, dropText: texts.drop, result };
}

/** The final places of the marked parts. */
function marksIn(file: string, part: unknown, path: string, marks: Marks): readonly Provenance[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = (marks.get(part) ?? []).map((entry) => ({ file, path, ...entry }));
  const inner = Object.entries(part).flatMap(([name, member]) =>
    marksIn(file, member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, marks),
  );
  return [...own, ...inner];
}
