/** Declared options of a list of values: the meanings of row members. */
import type { WidgetProps } from '../types.ts';

export type RangeMembers = {
  readonly field: string;
  readonly low: string;
  readonly high: string;
  readonly opening: string;
  readonly closing: string;
};

export type ValueOptions = {
  readonly name: string;
  /** Field of the record with the type of the values. */
  readonly type: string;
  /** Type → member that holds a value of it. */
  readonly members: Readonly<Record<string, string>>;
  readonly rangeWhen?: string;
  readonly range?: RangeMembers;
  readonly groupsWhen?: string;
  /** Member with the values of a group. */
  readonly groups?: string;
  /** Source of linked values: `{link}` and `{of}` are values of the record. */
  readonly link?: { readonly field: string; readonly of: string; readonly find: string };
  /** Declared messages by topic. */
  readonly texts: Readonly<Record<string, string>>;
};

/** The validated options. Throws if any are missing. */
export function valueOptions({ options }: WidgetProps): ValueOptions {
  const declared = options as unknown as Partial<ValueOptions>;
  if (!declared.name || !declared.members || !declared.type)
    throw new Error('A value-list needs the options name, type and members.');
  return { texts: {}, ...declared } as ValueOptions;
}
