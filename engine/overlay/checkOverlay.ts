/** Everything wrong with an overlay, reported at the responsible change. */
import { checkShape } from '../check/checkShape.ts';
import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import { type Compilation, type CompileOptions, compileModel } from '../model/compileModel.ts';
import { type Parts, wholly } from '../parts.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';
import { applyInParts } from './applyOverlay.ts';
import { blockFindings } from './blockFindings.ts';
import { isPlaceChange } from './changeNames.ts';
import { checkChanges } from './checkChanges.ts';
import { checkExamples } from './checkExamples.ts';
import { declarationFindings } from './declarationFindings.ts';
import type { AppliedOverlay, Change, OverlayFinding, PlaceChange } from './types.ts';

export type OverlayCheck = {
  readonly applied: AppliedOverlay;
  readonly compilation: Compilation;
  readonly findings: readonly OverlayFinding[];
};

/** Applies and compiles an overlay and runs its examples; errors among the findings prevent publication. */
export function checkOverlay(
  set: DeclarationSet,
  changes: readonly Change[],
  options: Pick<CompileOptions, 'parse' | 'memory'>,
): OverlayCheck {
  const applied = wholly(applySound(set, changes));
  const shape = checkShape(touched(set, applied.set)).filter(({ severity }) => severity === 'error');
  const compilation = compileModel(applied.set, options);
  return { applied, compilation, findings: wholly(judgeOverlay(applied, compilation, changes, shape)) };
}

/** The files that differ. */
function touched(before: DeclarationSet, after: DeclarationSet): DeclarationSet {
  const known = new Map(before.files.map(({ file, json }) => [file, json]));
  return { files: after.files.filter(({ file, json }) => known.get(file) !== json) };
}

/** Applies changes with a valid shape; the others only yield findings. */
export function* applySound(set: DeclarationSet, changes: readonly Change[]): Parts<AppliedOverlay> {
  const findings = checkChanges(set, changes);
  yield;
  const broken = new Set(
    findings.filter(({ code }) => code.startsWith('shape.')).map(({ change }) => change?.name),
  );
  const applied = yield* applyInParts(
    set,
    changes.filter(
      (change) => !broken.has(change.name) && !(isPlaceChange(change) && broken.has(placed(set, change))),
    ),
  );
  return { ...applied, findings: [...findings, ...applied.findings] };
}

/** The field that a placement is about: while it is broken, its places would only repeat that. */
function placed({ files }: DeclarationSet, { screen, block, field }: PlaceChange): string {
  const shipped = files.find(({ json }) => (json as Partial<ScreenDeclaration>).id === screen);
  const shown = (shipped?.json as ScreenDeclaration | undefined)?.blocks?.find(({ id }) => id === block);
  const entity = shown && 'entity' in shown ? shown.entity : screen.replace(/-(create|list)$/, '');
  return `${entity}.${field.split('.')[0]}`;
}

/** Findings of applying and compiling, and of the examples if there are no errors. */
export function* judgeOverlay(
  { findings, provenance, set }: AppliedOverlay,
  compilation: Compilation,
  changes: readonly Change[],
  more: Compilation['findings'] = [],
): Parts<readonly OverlayFinding[]> {
  const declared: OverlayFinding[] = [];
  for (const finding of [...more, ...compilation.findings]) {
    declared.push(...declarationFindings([finding], provenance, compilation.model, changes));
    yield;
  }
  declared.push(...blockFindings({ set, provenance }, compilation.model, changes));
  yield;
  const found = [...findings, ...declared];
  const isSound = found.every(({ level }) => level !== 'error');
  return isSound ? [...found, ...(yield* checkExamples(compilation.model, changes))] : found;
}
