/** Compiled screens: where things are shown. */

import type { Compiled } from '../expression/types.ts';
import type { AskModel } from './askTypes.ts';
import type { Access, FieldKind, Sort } from './basicTypes.ts';
import type { BlockBase, FixedFilterModel, ScreenRecord, TextModel } from './blockTypes.ts';
import type { SummaryBlock } from './summaryTypes.ts';

/** A part of a long screen; `blocks` are ids, in the order shown. */
type BlockGroup = {
  readonly id: string;
  readonly title: TextModel;
  readonly blocks: readonly string[];
  /** Behind those that are not, by its title. */
  readonly isSorted: boolean;
  readonly visible?: Compiled;
};

/** What must hold for an address to lead anywhere. */
export type ScreenRequirement = {
  readonly when?: Compiled;
  readonly check?: Compiled;
  readonly message?: string;
  /** Where the person is taken instead of being told. */
  readonly to?: string;
  /** Where it can be put right; the screen then keeps its title. */
  readonly back?: { readonly label: string; readonly to: string };
  readonly access?: Access;
};

export type ScreenModel = {
  readonly id: string;
  readonly area: string;
  /** `/products/:productId`. */
  readonly route: string;
  readonly access: Access;
  readonly title: TextModel;
  /** What tells the record from others of its name. */
  readonly subtitle?: TextModel;
  readonly breadcrumb: readonly { readonly text: TextModel; readonly to?: string }[];
  readonly menu?: {
    readonly group: string;
    readonly order: number;
    readonly icon: string;
    /** Absent: that of the screen. */
    readonly access?: Access;
  };
  /** The widget that is all there is on it. */
  readonly widget?: string;
  /** Records loaded for the screen, by name; `id` is over `$route`, `$query` (and earlier data). */
  readonly data: readonly ScreenRecord[];
  readonly requires: readonly ScreenRequirement[];
  readonly actions: readonly ActionModel[];
  readonly blocks: readonly BlockModel[];
  /** Parts of a long screen, one in sight at a time; none: all blocks stand one below the other. */
  readonly groups: readonly BlockGroup[];
  /** Which group was open last is remembered. */
  readonly remember: boolean;
  readonly file: string;
};

export type BlockModel = GridBlock | FormBlock | LinksBlock | WidgetBlock | SummaryBlock | ListDetailBlock;

/** Long work at the server that changes what a block shows. */
export type BlockJobs = {
  readonly kind: string;
  /** What it is about, over `$route`, `$data`. */
  readonly key: Compiled;
  readonly title: string;
  /** Says how far it has come. */
  readonly progress?: string;
  readonly success: string;
};

export type GridBlock = BlockBase & {
  readonly kind: 'grid';
  readonly jobs?: readonly BlockJobs[];
  readonly entity: string;
  /** The find route: `/product`. */
  readonly find: string;
  /** Fixed filters: field path → value expression over `$route`, `$data`. */
  readonly where: readonly FixedFilterModel[];
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly FilterModel[];
  readonly sort: readonly Sort[];
  readonly pageSize: number;
  /** Keeps filters, sort, page and columns per person between visits. */
  readonly remember: boolean;
  /** Said as long as no filter has a value; nothing is asked for before. */
  readonly start?: string;
  /** Where a row opens: `/products/{Id}`. */
  readonly open?: string;
  readonly rowActions: readonly ActionModel[];
  readonly actions: readonly ActionModel[];
  /** Move up and move down, and the route that saves the order. */
  readonly order?: { readonly field: string; readonly route: string; readonly enabled?: Compiled };
  /** Rows open in place as a form. */
  readonly edit?: GridEdit;
  /** Rows open to what else there is to read about them. */
  readonly expand?: GridExpand;
  /** One field of many rows is changed at once. */
  readonly bulk?: GridBulk;
  readonly empty: string;
  /** DOM id of the table, where the specification names one. */
  readonly domId?: string;
  /** The list by kinds, one behind each tab. */
  readonly views: readonly GridView[];
};
export type GridView = { readonly id: string; readonly title: string; readonly block: GridBlock };

/** The call that writes one record (`PUT /brand`), and the fields there are to choose from. */
export type GridBulk = {
  readonly save: string;
  /** Who may change many rows at once: who may change one. */
  readonly access: Access;
  readonly items: readonly ItemModel[];
};

export type GridExpand = {
  readonly sections: readonly SectionModel[];
  readonly owner?: string;
  readonly single: boolean;
  /** Every row is open from the start. */
  readonly open: boolean;
};

export type GridEdit = {
  /** The form a row becomes; its record is `data.row`. */
  readonly form: FormBlock;
  /** Over the row and `$data`. */
  readonly enabled?: Compiled;
  /** Over `$data`: there is no way to open a row while it does not hold. */
  readonly visible?: Compiled;
  /** Id of the row that is open from the start. */
  readonly open?: Compiled;
  /** `reload`: the first sentence of a refusal is shown, then the list is loaded again. */
  readonly refused: 'place' | 'reload';
  /** Where it is declared, for Why?. */
  readonly place: { readonly file: string; readonly pointer: string };
  readonly add?: GridAdd;
};

/** A new row by one typed value. */
export type GridAdd = {
  readonly field: string;
  readonly label: string;
  readonly route: string;
  readonly initial: Readonly<Record<string, Compiled>>;
  readonly access: Access;
  readonly enabled?: Compiled;
};

export type ColumnModel = {
  /** Dotted path into the answer: `Brand.Name`. */
  readonly path: string;
  /** Where its words stand, and what it is ordered by, when that is another path: beside the id of a reference. */
  readonly shows?: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly isPerson?: true;
  /** Digits after the point of a percentage. */
  readonly scale?: number;
  readonly sortable: boolean;
  readonly width?: number;
  readonly widget?: string;
  readonly options: { readonly [option: string]: unknown };
  readonly hidden: boolean;
  /** The list has the column only while it holds; over `$route`, `$data`. */
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
    | 'all';
  readonly title: string;
  /** Text filters shorter than this do not apply. */
  readonly minimumLength: number;
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly isPerson?: true;
  /** Reference filters: where the choices come from (`GET` path). */
  readonly optionsFrom?: string;
  readonly label?: string;
  /** Text filters: whose values of this field are suggested while it is typed (`GET` path). */
  readonly suggestFrom?: string;
};

export type FormBlock = BlockBase & {
  readonly kind: 'form';
  readonly jobs?: readonly BlockJobs[];
  readonly entity: string;
  /** Name in `data` of the record to edit; absent: a new record. */
  readonly record?: string;
  /** Name in `data` of the record whose placed fields a new one starts with. */
  readonly source?: string;
  /** Start values of a new record: field → expression over `$route`, `$data`. */
  readonly initial: Readonly<Record<string, Compiled>>;
  /** Name in `data` of the owner record, `$owner` in rules. */
  readonly owner?: string;
  readonly sections: readonly SectionModel[];
  /** What else can be done here, at the title. */
  readonly actions: readonly ActionModel[];
  readonly save: {
    readonly label: string;
    readonly method: 'POST' | 'PUT';
    readonly route: string;
    /** Where to go afterwards: `/products/{Id}`; absent: stay, pristine, refreshed. */
    readonly then?: string;
    readonly success?: string;
    readonly failure?: string;
    /** Said in a window when it is saved while something is missing or wrong. */
    readonly incomplete?: string;
    /** What fails is said in a window too. */
    readonly alert: boolean;
    readonly access: Access;
    /** Other calls, each where its condition over `$record` and `$previous` holds. */
    readonly instead: readonly {
      readonly when: Compiled;
      readonly method: 'POST' | 'PUT' | 'DELETE';
      readonly route: string;
    }[];
    /** Asked one after the other before the call. */
    readonly confirm: readonly ConfirmModel[];
    /** What becomes of the input after a no. */
    readonly refused: 'keep' | 'restore';
    /** And after a save that failed. */
    readonly failed: 'keep' | 'restore';
    /** Saves by itself, this many milliseconds after the last change, or without them when its field is left; no Save button. */
    readonly auto?: { readonly delay?: number };
  };
  /** The button that shows the form of a new record, which is hidden otherwise. */
  readonly reveal?: string;
  readonly cancel?: {
    /** Asked before what was typed is given up. */
    readonly confirm?: string;
    readonly label: string;
    readonly to?: string;
    readonly reload: boolean;
    /** Leads to what `?returnstate=` says. */
    readonly returns: boolean;
  };
  /** A list of the record that a call of its own answers. */
  readonly list?: { readonly field: string; readonly path: string };
  /** Read-only values as plain text. */
  readonly readOnlyAsText: boolean;
};

export type SectionModel = {
  readonly id: string;
  readonly title?: string;
  readonly columns: 1 | 2 | 3;
  /** `tabs`: one field at a time, each behind a tab with its label. */
  readonly layout?: 'columns' | 'tabs' | 'beside';
  readonly items: readonly ItemModel[];
};

/** A field placed on a form. */
export type ItemModel = {
  readonly field: string;
  readonly widget?: string;
  readonly span: 1 | 2 | 3;
  /** Over the screen; rules of the field come on top. */
  readonly visible?: Compiled;
  readonly options: { readonly [option: string]: unknown };
};

export type LinksBlock = BlockBase & {
  readonly kind: 'links';
  readonly links: readonly {
    readonly label: string;
    readonly to: string;
    readonly access?: Access;
  }[];
};

/** Lists, and beside them the form of what is open in them. */
export type ListDetailBlock = BlockBase & {
  readonly kind: 'list-detail';
  readonly entity: string;
  /** Route parameter that names the open record. */
  readonly param: string;
  /** The address with nothing open. */
  readonly path: string;
  readonly lists: readonly DetailList[];
  /** Its record is `data.row`. */
  readonly edit: FormBlock;
  readonly create?: DetailForm;
  /** `from`: the call that answers what a copy starts as. */
  readonly copy?: DetailForm & { readonly from: string };
  /** What can be done with the open record. */
  readonly actions: readonly ActionModel[];
  /** The call that answers which rules use it. */
  readonly uses?: string;
  readonly empty?: string;
};

type DetailForm = { readonly form: FormBlock; readonly title: string };

export type DetailList = {
  readonly id: string;
  readonly title: string;
  readonly find: string;
  readonly sort: readonly Sort[];
  /** The field that names a record. */
  readonly label: string;
  readonly note?: string;
  readonly tag?: string;
  readonly empty: string;
  readonly actions: readonly ActionModel[];
  readonly rowActions: readonly ActionModel[];
};

export type WidgetBlock = BlockBase & {
  readonly kind: 'widget';
  readonly widget: string;
  readonly options: { readonly [option: string]: unknown };
};

export type ActionModel = {
  readonly id: string;
  readonly label: string;
  readonly kind: 'link' | 'call';
  /** For `link`: `/products/new`; `{Id}` from the row or record, `{route.x}` from the route. */
  readonly to?: string;
  /** A link that leads to what `?returnstate=` says. */
  readonly returns: boolean;
  /** For `call`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly route?: string;
  readonly body?: Compiled;
  /** Made first; its answer is `$earlier` in the body. */
  readonly before?: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly route: string;
    readonly body?: Compiled;
  };
  /** The call answers a file, which is shown in a window of its own or put into the person's downloads. */
  readonly file?: 'open' | 'save';
  /** Said when `enabled` does not hold. */
  readonly refused?: string;
  /** Where it is declared. */
  readonly place: { readonly file: string; readonly pointer: string };
  /** A file is asked for first, and is what the call sends. */
  readonly upload?: { readonly accept: readonly string[] };
  readonly access: Access;
  /** Over the row (`$`), `$data`, `$user`. */
  readonly visible?: Compiled;
  readonly enabled?: Compiled;
  /** Asked before anything else; the answers are `$ask`. */
  readonly ask?: AskModel;
  /** The rule whose question is asked here before the call, so that the API need not ask it again. */
  readonly asked?: string;
  /** Asked one after the other. */
  readonly confirm: readonly ConfirmModel[];
  /** Said in a window once it is done, over `$answer`. */
  /** The first that counts is said. */
  readonly alerts: readonly AlertModel[];
  readonly success?: string;
  /** Why it failed stays above the list. */
  readonly failureStays: boolean;
  readonly failure?: string;
  /** `reload` (default for calls) or a path to go to. */
  readonly then?: string;
  readonly tone: 'primary' | 'neutral' | 'danger' | 'link';
  readonly icon?: string;
  /** Stands in the menu of further actions. */
  readonly menu: boolean;
};

export type ConfirmModel = {
  readonly message: string;
  /** Answered with Yes or No. */
  readonly isYesNo?: boolean;
  /** The name of what it is about. */
  readonly about?: Compiled;
  /** The summary block whose open checks are listed with the question. */
  readonly checks?: { readonly screen: string; readonly block: string };
  readonly when?: Compiled;
  readonly params: Readonly<Record<string, Compiled>>;
};

/** What is said of an answer. */
export type AlertModel = Pick<ConfirmModel, 'message' | 'when' | 'params'> & {
  /** Sentences that the window offers to show. */
  readonly reasons?: Compiled;
};
