/** Maps uses (file and JSON pointer) to things that people know. */
import { kindOfFile, type ModelBundle, type Usage } from '#engine';

export type UseAt = {
  readonly kind: 'screen' | 'rule' | 'entity' | 'api' | 'file';
  /** Id of the screen or entity. */
  readonly id: string;
  readonly rule?: string;
  readonly file: string;
};

/** Each place once, screens first. */
export function usesAt(usages: readonly Usage[], bundle: ModelBundle): readonly UseAt[] {
  const found = usages.map((usage) => placeOf(usage, bundle));
  const once = new Map(found.map((one) => [`${one.kind} ${one.id} ${one.rule ?? ''}`, one]));
  return [...once.values()].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

const order: readonly UseAt['kind'][] = ['screen', 'rule', 'entity', 'api', 'file'];

function placeOf({ file, path }: Usage, bundle: ModelBundle): UseAt {
  const json = bundle.files.find((one) => one.file === file)?.json as Readonly<Record<string, unknown>>;
  if (kindOfFile(file) === 'screen') return { kind: 'screen', id: String(json?.id ?? file), file };
  const [, entity = '', name = ''] = /([^/]+)\/([^/]+)\.json$/.exec(file) ?? [];
  if (name === 'behaviour') return { kind: 'rule', id: entity, file, ...ruleAt(json, path) };
  if (name === 'entity') return { kind: 'entity', id: entity, file };
  return name === 'api' ? { kind: 'api', id: entity, file } : { kind: 'file', id: file, file };
}

function ruleAt(json: Readonly<Record<string, unknown>>, path: string): { readonly rule?: string } {
  const [, index] = /^\/rules\/(\d+)/.exec(path) ?? [];
  const rules = (json?.rules ?? []) as readonly { readonly id?: string }[];
  const rule = index === undefined ? undefined : rules[Number(index)]?.id;
  return rule === undefined ? {} : { rule };
}
