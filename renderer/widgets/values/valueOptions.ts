/** What a list of values is told by its declaration: which members of a row hold what. */
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
  /** Field of the record that says of which type its values are. */
  readonly type: string;
  /** Type → the member of a row that holds such a value. */
  readonly members: Readonly<Record<string, string>>;
  readonly rangeWhen?: string;
  readonly range?: RangeMembers;
  readonly groupsWhen?: string;
  /** The member with the values a group holds. */
  readonly groups?: string;
  /** Where linked values come from: `{link}` and `{of}` are values of the record. */
  readonly link?: { readonly field: string; readonly of: string; readonly find: string };
  /** Messages of the declaration, by what they are about. */
  readonly texts: Readonly<Record<string, string>>;
};

/** The declared options; a declaration without them draws nothing useful, and says so. */
export function valueOptions({ options }: WidgetProps): ValueOptions {
  const declared = options as unknown as Partial<ValueOptions>;
  if (!declared.name || !declared.members || !declared.type)
    throw new Error('A value-list needs the options name, type and members.');
  return { texts: {}, ...declared } as ValueOptions;
}
