/** A trace as lines: values read first, then conclusions, the whole last. */
import { printTree } from './printTree.ts';
import type { Trace, TraceStep } from './tree.ts';

export type TraceLine = {
  readonly text: string;
  readonly value: unknown;
  /** `read`: an input value; `part`: a conclusion. */
  readonly kind: 'read' | 'part';
  readonly isUnknown: boolean;
};

export function traceLines({ steps }: Trace): readonly TraceLine[] {
  const lines = new Map<string, TraceLine>();
  for (const step of steps) {
    const kind = kindOf(step);
    const text = kind && printTree(step.tree);
    if (kind && text) lines.set(text, { text, value: step.value, kind, isUnknown: step.isUnknown });
  }
  const all = [...lines.values()];
  return [...all.filter(({ kind }) => kind === 'read'), ...all.filter(({ kind }) => kind === 'part')];
}

/** Constants in the rule need no line. */
function kindOf({ tree }: TraceStep): TraceLine['kind'] | undefined {
  if (tree.kind === 'name' || tree.kind === 'path' || tree.kind === 'variable') return 'read';
  const isConclusion = tree.kind === 'binary' || tree.kind === 'logic' || tree.kind === 'call';
  return isConclusion || tree.kind === 'condition' ? 'part' : undefined;
}
