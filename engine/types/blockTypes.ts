import type { Compiled } from '../expression/types.ts';
import type { Access } from './basicTypes.ts';

export type BlockBase = {
  readonly id: string;
  readonly title?: TextModel;
  /** Features needed to see the block. */
  readonly access?: Access;
  /** Over `$route`, `$data`, `$user`. */
  readonly visible?: Compiled;
  /** Loaded only when opened or scrolled to. */
  readonly lazy: boolean;
};

export type FixedFilterModel = {
  readonly path: string;
  readonly operator: string;
  readonly value: Compiled;
};

/** A text on a screen: a message key, an expression over the screen's data, or a message by value. */
export type TextModel =
  | { readonly message: string; readonly params?: Readonly<Record<string, Compiled>> }
  | { readonly expression: Compiled }
  | {
      readonly by: Compiled;
      readonly messages: Readonly<Record<string, string>>;
      readonly params?: Readonly<Record<string, Compiled>>;
    };

/** A record that a screen loads. */
export type ScreenRecord = {
  readonly name: string;
  readonly entity: string;
  readonly id: Compiled;
  /** The screen also works when it does not exist. */
  readonly isOptional: boolean;
};
