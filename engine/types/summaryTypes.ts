/** Compiled summary blocks. */
import type { Compiled } from '../expression/types.ts';
import type { Access, FieldKind, Sort } from './basicTypes.ts';
import type { BlockBase, FixedFilterModel } from './blockTypes.ts';

/** A record at a glance: facts, and what is missing. Expressions read `$lists` and `$data`. */
export type SummaryBlock = BlockBase & {
  readonly kind: 'summary';
  readonly lists: readonly SummaryList[];
  readonly items: readonly SummaryItem[];
  readonly checksTitle?: string;
  /** Shown once every check holds. */
  readonly checksDone?: string;
  readonly checksVisible?: Compiled;
  readonly checks: readonly SummaryCheck[];
};

export type SummaryList = {
  readonly name: string;
  readonly entity: string;
  readonly find: string;
  readonly where: readonly FixedFilterModel[];
  readonly sort: readonly Sort[];
  readonly pageSize: number;
};

type SummaryLine = {
  readonly label: string;
  /** `#block` of the screen, or a path. */
  readonly to?: string;
  readonly access?: Access;
  readonly visible?: Compiled;
};

export type SummaryItem = SummaryLine & {
  readonly value: Compiled;
  readonly kind: FieldKind;
  /** A user name, shown after the value as a display name. */
  readonly by?: Compiled;
};

export type SummaryCheck = SummaryLine & { readonly holds: Compiled };
