/** Columns and filters of lists. */
import type { Compiled } from '../expression/types.ts';
import type { FieldKind } from './basicTypes.ts';

export type ColumnModel = {
  /** Dotted path into the answer: `Brand.Name`. */
  readonly path: string;
  /** The path of the displayed text and sort order, if different: the expansion of a reference. */
  readonly shows?: string;
  /** The path of the sort order, if it differs from the displayed one. */
  readonly sorts?: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly isPerson?: true;
  /** Decimal places of a percentage. */
  readonly scale?: number;
  readonly sortable: boolean;
  readonly width?: number;
  readonly widget?: string;
  readonly options: { readonly [option: string]: unknown };
  readonly hidden: boolean;
  /** The column exists only while it holds; over `$route`, `$data`. */
  readonly visible?: Compiled;
};

export type FilterModel = {
  readonly path: string;
  readonly operator:
    | 'eq'
    | 'ne'
    | 'contains'
    | 'words'
    | 'startsWith'
    | 'gt'
    | 'ge'
    | 'lt'
    | 'le'
    | 'in'
    | 'all'
    | 'none'
    | 'filled';
  readonly title: string;
  /** Shorter text filters do not apply. */
  readonly minimumLength: number;
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly isPerson?: true;
  /** Reference filters: the source of the choices (`GET` path). */
  readonly optionsFrom?: string;
  readonly label?: string;
  /** Text filters: the source of suggestions while typing (`GET` path). */
  readonly suggestFrom?: string;
};
