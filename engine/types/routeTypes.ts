/** Compiled routes: a path of the API, bound to an operation. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { Compiled, FilterTree, Read } from '../expression/types.ts';
import type { Access, Sort } from './basicTypes.ts';

/** What a call does, as the language lists it. */
export type OperationName = ApiDeclaration['routes'][number]['operation'];

/** Which records, once the values of a call are known. */
type RouteCondition = {
  readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
  readonly reads: readonly Read[];
};

export type RouteModel = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** `/product/{id}`, without `/api`. A parameter in `{}`; `ids` lists those that match only a UUID. */
  readonly path: string;
  readonly ids: readonly string[];
  readonly operation: OperationName;
  /** Entity (or lookup id for `lookup`). */
  readonly entity: string;
  /** The path parameter that names the record; else the body's `Id`. */
  readonly idParameter?: string;
  /** Path parameters that set or filter fields: parameter → field. */
  readonly bind: Readonly<Record<string, string>>;
  /** Fields that are empty in every record the path speaks of. */
  readonly without: readonly string[];
  /** What a field of another entity refers to: `/product/plan/{id}/product`, `/product/{id}/agreementdocuments`. */
  readonly through?: { readonly entity: string; readonly field: string };
  /** Of a find: only what this reference of a new record of another entity may hold. */
  readonly offered?: { readonly entity: string; readonly field: string };
  /** Records there must be for the call to be taken, each with what is said where there is none. */
  readonly requires: readonly {
    readonly entity: string;
    readonly where: RouteCondition;
    readonly message: string;
  }[];
  /** Row condition of a `find`, with `$query`. */
  readonly where?: RouteCondition;
  /** The record is of any entity with this part; `by` tells them apart. */
  readonly any?: { readonly part: string; readonly by: string };
  /** Texts to search for: fewest and most characters. */
  readonly lengths: Readonly<Record<string, readonly [number, number]>>;
  /** Of a find: whether there is any record, under this name. */
  readonly flag?: string;
  /** What the list of a find or lookup is called beside `Items`. */
  readonly items?: string;
  /** A write that answers an `ExecutionResult`. */
  readonly result: boolean;
  readonly sort: readonly Sort[];
  /** Of a find that names none; absent: that of the settings. */
  readonly pageSize?: number;
  /** A find that carries the rows that are records of their own. */
  readonly rows: boolean;
  /** A remove of every record the path speaks of. */
  readonly all: boolean;
  readonly transition?: string;
  /** Body member that names the state to go to (`Name`); the transition to that state is taken. */
  readonly transitionFrom?: string;
  /** Transitions this route may not take. */
  readonly except: readonly string[];
  readonly action?: string;
  /** What rules read in `$action` instead of `update`. */
  readonly as?: string;
  /** Values an update writes besides what was sent. */
  readonly set?: Readonly<Record<string, Compiled>>;
  /** The field whose value the whole body is. */
  readonly bodyField?: string;
  /** Query parameters that are lists in `$query`. */
  readonly lists: readonly string[];
  readonly copy?: CopyModel;
  /** Names of the body → fields they are written to. */
  readonly body?: Readonly<Record<string, string>>;
  /** The rule field a route of operands or judging is about. */
  readonly rule?: string;
  /** Lists of other records in the answer of a `get`, each for those who may see them. */
  readonly include: readonly IncludeModel[];
  /** Of a history: the changes of what the record owns are among it. */
  readonly owned: boolean;
  readonly who?: WhoModel;
  /** The table a download answers and an upload takes. */
  /** Of a file that is made of a record: what it is called, without its ending. */
  readonly fileName?: Compiled;
  readonly sheet?: SheetModel;
  /** The only fields this route writes; of a find, those it answers. Absent: all. */
  readonly fields?: readonly string[];
  /** Others that an update takes and leaves as they are: another call saves them. */
  readonly leaves?: readonly string[] | undefined;
  /** A file that may come with the call as a part of a form, and the part that is the rest of its body. */
  readonly upload?: { readonly field: string; readonly part?: string };
  /** An upload is answered before its file is taken. */
  readonly job: boolean;
  /** What is asked before an upload is read, over `$owner`. */
  readonly confirm: readonly RouteConfirm[];
  /** How the outcome of long work is told. */
  readonly notice?: NoticeModel;
  /** Page requests that may come as one JSON list: which is this list's, and the lists within or around it. */
  readonly requests?: {
    readonly own: number;
    readonly with?: NestedList & { readonly as: string };
    readonly within?: NestedList;
  };
  /** The list of the record that a get answers instead of the record. */
  readonly list?: string;
  /** `record` (default), `id` (`{ Id }`), `page` (`{ Items, TotalItems }`), `list` (`[…]`), `file` (bytes), `flag` (`true`), `none`. */
  readonly answer: 'record' | 'id' | 'page' | 'list' | 'file' | 'flag' | 'none';
  /** Whoever waits for the answer is shown that, and the call says so in its header. */
  readonly progress: boolean;
  /** Media type of a file that is answered. */
  readonly media?: string;
  /** Overrides the entity's policy for this route. */
  readonly access?: Access;
  readonly status: number;
  /** Message shown to a person when the write fails without one of its own. */
  readonly failure?: string;
  readonly file: string;
};

type RouteConfirm = { readonly id: string; readonly message: string; readonly when: Compiled };

/** What a person reads of long work that is over: message key, field that names what it was about, pages with `{Field}`. */
export type NoticeModel = {
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
  readonly otherwise?: string;
};

/** A list of other records that belongs to this one by a field, as the n-th request asks for it. */
export type NestedList = { readonly entity: string; readonly by: string; readonly request: number };

/** Records as a spreadsheet. */
export type SheetModel = {
  /** The fields by which an upload knows a record; only a first one that is required may never be empty. */
  readonly key: readonly [string, ...string[]];
  /** Names of fields, each after those it stands on. */
  readonly columns: readonly string[];
  /** References that cells tell by another field than Name. */
  readonly names: Readonly<Record<string, string | undefined>>;
  /** Of the file, over `$body` and `$owner`. */
  readonly name: Compiled;
  /** What an upload does not name is removed. */
  readonly replaces: boolean;
};

/** Records that name the answered one in their field `by`, as a member of its answer. */
export type IncludeModel = {
  readonly name: string;
  readonly entity: string;
  readonly by: string;
  /** All they carry beside `Id`, with what is expanded of it. Absent: everything. */
  readonly fields?: readonly string[];
  /** Fields that are empty in every record of the list. */
  readonly without: readonly string[];
  readonly where: Readonly<Record<string, unknown>>;
  readonly sort: readonly Sort[];
  /** The answer has this field of the first record, and no list. */
  readonly first?: string;
  /** The object of the record that the list stands in; absent: the record itself. */
  readonly within?: string;
};

/** What entries of a history say of a person, from the record whose field `by` has the user name. */
export type WhoModel = {
  readonly entity: string;
  readonly by: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** What a copy gets otherwise than its source: values over `$source` and `$record`, and a number of its own. */
export type CopyModel = {
  readonly set: Readonly<Record<string, Compiled>>;
  readonly next?: { readonly field: string; readonly within: readonly string[] };
};
