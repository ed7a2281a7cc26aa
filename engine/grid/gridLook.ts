/** Conditions and layout of a list: restored from memory, and read from an address. */
import { parseWhereText, readWhere } from '../query/whereTree.ts';
import type { GridBlock } from '../types/modelTypes.ts';
import type { GridLook } from './types.ts';

/** The parameters in an address. */
export const lookNames = ['where', 'layout'] as const;

/** What still applies of a stored look. */
export function restoreLook(block: GridBlock, kept: Readonly<Record<string, unknown>>): GridLook {
  const layout = block.layouts?.find(({ kind }) => kind === kept.layout)?.kind;
  const where = readWhere(kept.where);
  return { ...(where && { where }), ...(layout && { layout }) };
}

/** The look as parameters of an address. */
export function lookParameters({ where, layout }: GridLook): readonly (readonly [string, string])[] {
  return [
    ...(where ? [['where', JSON.stringify(where)] as const] : []),
    ...(layout ? [['layout', layout] as const] : []),
  ];
}

/** The look in an address; what cannot be read is left out. */
export function readLook(block: GridBlock, parameters: URLSearchParams): GridLook {
  const where = parseWhereText(parameters.get('where') ?? '');
  return restoreLook(block, { where, layout: parameters.get('layout') });
}

/** Every member, so that spreading it clears those that are not set. */
export function wholeLook({ where, layout }: GridLook): WholeLook {
  return { where, layout };
}

type WholeLook = {
  readonly where: GridLook['where'] | undefined;
  readonly layout: GridLook['layout'] | undefined;
};

/** Whether both are well-formed; the fields and layout that they name are checked elsewhere. */
export function isLook({ where, layout }: { readonly where?: unknown; readonly layout?: unknown }): boolean {
  const isName = layout === undefined || (typeof layout === 'string' && /^[a-z]{1,20}$/.test(layout));
  return isName && (where === undefined || readWhere(where) !== undefined);
}
