/** Compiled routes: API paths bound to operations. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { Compiled, FilterTree, Read } from '../expression/types.ts';
import type { Access, Sort } from './basicTypes.ts';

/** The operations of the language. */
export type OperationName = ApiDeclaration['routes'][number]['operation'];

/** A condition on records, bound to the values of a call. */
type RouteCondition = {
  readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
  readonly reads: readonly Read[];
};

export type RouteModel = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** `/product/{id}`, without `/api`. Parameters are in `{}`; `ids` lists those that match only UUIDs. */
  readonly path: string;
  readonly ids: readonly string[];
  readonly operation: OperationName;
  /** Entity (or lookup id for `lookup`). */
  readonly entity: string;
  /** The path parameter with the record's id; otherwise the body's `Id`. */
  readonly idParameter?: string;
  /** Path parameters that set or filter fields: parameter → field. */
  readonly bind: Readonly<Record<string, string>>;
  /** Fields that are empty in every record of the path. */
  readonly without: readonly string[];
  /** Records that a field of another entity refers to: `/product/plan/{id}/product`. */
  readonly through?: { readonly entity: string; readonly field: string };
  /** For a find: only records that this reference of a new record may hold. */
  readonly offered?: { readonly entity: string; readonly field: string };
  /** Records that must exist for the call, with the message when they do not. */
  readonly requires: readonly {
    readonly entity: string;
    readonly where: RouteCondition;
    readonly message: string;
  }[];
  /** Row condition of a `find`, with `$query`. */
  readonly where?: RouteCondition;
  /** Records of any entity with this part; the field `by` distinguishes them. */
  readonly any?: { readonly part: string; readonly by: string };
  /** Search texts: minimum and maximum length. */
  readonly lengths: Readonly<Record<string, readonly [number, number]>>;
  /** For a find: answers under this name whether any record exists. */
  readonly flag?: string;
  /** Another name of the list besides `Items`. */
  readonly items?: string;
  /** A write that answers an `ExecutionResult`. */
  readonly result: boolean;
  readonly sort: readonly Sort[];
  /** Default page size of a find; absent: that of the settings. */
  readonly pageSize?: number;
  /** A find that includes rows that are separate records. */
  readonly rows: boolean;
  /** Removes every record of the path. */
  readonly all: boolean;
  readonly transition?: string;
  /** Of a button: the automation that it starts. */
  readonly automation?: string;
  /** Body member with the name of the target state (`Name`), which determines the transition. */
  readonly transitionFrom?: string;
  /** Transitions that this route may not take. */
  readonly except: readonly string[];
  readonly action?: string;
  /** The value of `$action` in rules instead of `update`. */
  readonly as?: string;
  /** Values that an update writes besides its input. */
  readonly set?: Readonly<Record<string, Compiled>>;
  /** The field whose value is the whole body. */
  readonly bodyField?: string;
  /** Query parameters that are lists in `$query`. */
  readonly lists: readonly string[];
  readonly copy?: CopyModel;
  /** Body members → fields they are written to. */
  readonly body?: Readonly<Record<string, string>>;
  /** The rule field of an operands or judge route. */
  readonly rule?: string;
  /** Lists of other records in the answer of a `get`, for those who may see them. */
  readonly include: readonly IncludeModel[];
  /** For a history: includes changes of owned records. */
  readonly owned: boolean;
  readonly who?: WhoModel;
  /** For a generated file: its name without extension. */
  readonly fileName?: Compiled;
  readonly sheet?: SheetModel;
  /** The only fields this route writes, or answers for a find. Absent: all. */
  readonly fields?: readonly string[];
  /** For a create: the reference of which the body has a list, one record for each item. */
  readonly each?: string | undefined;
  /** Fields that an update accepts and ignores, because another call saves them. */
  readonly leaves?: readonly string[] | undefined;
  /** A file that may be sent as a part of a form, and the part with the rest of the body. */
  readonly upload?: { readonly field: string; readonly part?: string };
  /** An upload that is answered before its file is processed. */
  readonly job: boolean;
  /** Confirmations asked before an upload is read, over `$owner`. */
  readonly confirm: readonly RouteConfirm[];
  /** The notification about the result of a job. */
  readonly notice?: NoticeModel;
  /** Page requests in one JSON list: the index of this list's, and the nested or enclosing lists. */
  readonly requests?: {
    readonly own: number;
    readonly with?: NestedList & { readonly as: string };
    readonly within?: NestedList;
  };
  /** The list of the record that a get answers instead of the record. */
  readonly list?: string;
  /** `id`: `{ Id }`, `page`: `{ Items, TotalItems }`, `list`: `[…]`, `flag`: `true`; default: `record`. */
  readonly answer: 'record' | 'id' | 'page' | 'list' | 'file' | 'flag' | 'none';
  /** Announces progress in a header, for people who wait for the answer. */
  readonly progress: boolean;
  /** Media type of a file in the answer. */
  readonly media?: string;
  /** Overrides the entity's policy for this route. */
  readonly access?: Access;
  readonly status: number;
  /** Message shown when the write fails without a specific one. */
  readonly failure?: string;
  readonly file: string;
};

type RouteConfirm = { readonly id: string; readonly message: string; readonly when: Compiled };

/** The notification of a finished job: message key, field that names the subject, pages with `{Field}`. */
export type NoticeModel = {
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
  readonly otherwise?: string;
};

/** A list of other records that refer to this one by a field, requested by the n-th page request. */
export type NestedList = { readonly entity: string; readonly by: string; readonly request: number };

/** Records as a spreadsheet. */
export type SheetModel = {
  /** The fields that identify a record in an upload; only a required first one is never empty. */
  readonly key: readonly [string, ...string[]];
  /** Field names, each after those it depends on. */
  readonly columns: readonly string[];
  /** References shown by a field other than Name. */
  readonly names: Readonly<Record<string, string | undefined>>;
  /** File name, over `$body` and `$owner`. */
  readonly name: Compiled;
  /** An upload removes records it does not contain. */
  readonly replaces: boolean;
};

/** Records that refer to the answered one by their field `by`, as a member of its answer. */
export type IncludeModel = {
  readonly name: string;
  readonly entity: string;
  readonly by: string;
  /** The fields of these records besides `Id`, with expansions. Absent: all. */
  readonly fields?: readonly string[];
  /** Fields that are empty in every record of the list. */
  readonly without: readonly string[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly sort: readonly Sort[];
  /** Answers this field of the first record instead of a list. */
  readonly first?: string;
  /** The object that contains the list; absent: the record itself. */
  readonly within?: string;
};

/** Details of people in history entries, from the record whose field `by` is the user name. */
export type WhoModel = {
  readonly entity: string;
  readonly by: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** How a copy differs from its source: values over `$source` and `$record`, and a number of its own. */
export type CopyModel = {
  readonly set: Readonly<Record<string, Compiled>>;
  readonly next?: { readonly field: string; readonly within: readonly string[] };
};
