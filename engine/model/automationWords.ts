/** Shared by the compilation of automations and of their steps. */
import { kinds } from '../fields/registry.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';

/** Reports that a required word is missing. */
export function missing(
  compiler: Compiler,
  { file, path }: Place,
  { word, text }: { readonly word: string; readonly text: string },
): void {
  compiler.error({ file, path: `${path}/${word}` }, text, { code: 'automation-missing', params: { word } });
}

/** Whether a recipient field holds a person, or an e-mail address. */
export function recipientKind(field: FieldModel | undefined): 'person' | 'address' | undefined {
  if (!field) return undefined;
  if (kinds[field.kind].isAccount || field.ref?.entity === 'user') return 'person';
  return kinds[field.kind].href?.('a@example.com')?.startsWith('mailto:') ? 'address' : undefined;
}
