/** Compiled screens. */

import type { Compiled } from '../expression/types.ts';
import type { ActionModel, AlertModel, ConfirmModel } from './actionTypes.ts';
import type { Access, Sort } from './basicTypes.ts';
import type { BlockBase, FixedFilterModel, ScreenRecord, TextModel } from './blockTypes.ts';
import type { ColumnModel, FilterModel } from './columnTypes.ts';
import type { ColourModel, LayoutModel } from './layoutTypes.ts';
import type { SummaryBlock } from './summaryTypes.ts';

/** A section of a long screen; `blocks` are ids in display order. */
type BlockGroup = {
  readonly id: string;
  readonly title: TextModel;
  readonly blocks: readonly string[];
  /** Sorted by title after the unsorted ones. */
  readonly isSorted: boolean;
  readonly visible?: Compiled;
};

/** A condition for an address to be valid. */
export type ScreenRequirement = {
  readonly when?: Compiled;
  readonly check?: Compiled;
  readonly message?: string;
  /** Redirects there instead of showing a message. */
  readonly to?: string;
  /** A link to where it can be fixed; the screen then keeps its title. */
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
  /** Distinguishes the record from others with the same name. */
  readonly subtitle?: TextModel;
  readonly breadcrumb: readonly { readonly text: TextModel; readonly to?: string }[];
  readonly menu?: {
    readonly group: string;
    readonly order: number;
    readonly icon: string;
    /** The colour of the icon; absent: that of the text. */
    readonly tone?: 'accent' | 'positive' | 'warning' | 'negative';
    /** Absent: that of the screen. */
    readonly access?: Access;
    /** The record of the person that the entry opens; absent: the route of the screen. */
    readonly to?: string;
    readonly title?: string;
  };
  /** A widget that fills the whole screen. */
  readonly widget?: string;
  /** Records loaded for the screen, by name; `id` is over `$route`, `$query` (and earlier data). */
  readonly data: readonly ScreenRecord[];
  readonly requires: readonly ScreenRequirement[];
  readonly actions: readonly ActionModel[];
  readonly blocks: readonly BlockModel[];
  /** Sections of a long screen, one visible at a time; empty: all blocks are stacked. */
  readonly groups: readonly BlockGroup[];
  /** Remembers which group was open last. */
  readonly remember: boolean;
  readonly file: string;
};

export type BlockModel = GridBlock | FormBlock | LinksBlock | WidgetBlock | SummaryBlock | ListDetailBlock;

/** Jobs on the server that change what a block shows. */
export type BlockJobs = {
  readonly kind: string;
  /** The key of the job, over `$route`, `$data`. */
  readonly key: Compiled;
  readonly title: string;
  /** Shows progress. */
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
  /** Remembers filters, sort, page and columns per person. */
  readonly remember: boolean;
  /** Shown while no filter has a value; nothing is loaded before. */
  readonly start?: string;
  /** The page a row opens: `/products/{Id}`. */
  readonly open?: string;
  readonly rowActions: readonly ActionModel[];
  readonly actions: readonly ActionModel[];
  /** Moving rows up and down, with the route that saves the order. */
  readonly order?: { readonly field: string; readonly route: string; readonly enabled?: Compiled };
  /** Rows open in place as a form. */
  readonly edit?: GridEdit;
  /** Rows expand to more details. */
  readonly expand?: GridExpand;
  /** Changes one field of many rows at once. */
  readonly bulk?: GridBulk;
  readonly empty: string;
  /** DOM id of the table, where the specification names one. */
  readonly domId?: string;
  /** The list by kind, one per tab. */
  readonly views: readonly GridView[];
  /** Other ways to show the records, at the person's choice. */
  readonly layouts?: readonly LayoutModel[];
  readonly colours?: readonly ColourModel[];
};
export type GridView = { readonly id: string; readonly title: string; readonly block: GridBlock };

/** The call that writes one record (`PUT /brand`), and the selectable fields. */
export type GridBulk = {
  readonly save: string;
  /** The access needed to change one record. */
  readonly access: Access;
  readonly items: readonly ItemModel[];
};

export type GridExpand = {
  readonly sections: readonly SectionModel[];
  readonly owner?: string;
  readonly single: boolean;
  /** All rows start expanded. */
  readonly open: boolean;
};

export type GridEdit = {
  /** The form a row becomes; its record is `data.row`. */
  readonly form: FormBlock;
  /** Over the row and `$data`. */
  readonly enabled?: Compiled;
  /** Over `$data`: rows cannot be opened while it does not hold. */
  readonly visible?: Compiled;
  /** Id of the row that starts open. */
  readonly open?: Compiled;
  /** `reload`: shows the first message of a refusal, then reloads the list. */
  readonly refused: 'place' | 'reload';
  /** The place of its declaration, for explanations. */
  readonly place: { readonly file: string; readonly pointer: string };
  readonly add?: GridAdd;
};

/** Adds a row by typing one value. */
export type GridAdd = {
  readonly field: string;
  readonly label: string;
  readonly route: string;
  readonly initial: Readonly<Record<string, Compiled>>;
  readonly access: Access;
  readonly enabled?: Compiled;
};

export type FormBlock = BlockBase & {
  readonly kind: 'form';
  readonly jobs?: readonly BlockJobs[];
  readonly entity: string;
  /** Name in `data` of the record to edit; absent: a new record. */
  readonly record?: string;
  /** Name in `data` of the record from which a new one copies the placed fields. */
  readonly source?: string;
  /** Initial values of a new record: field → expression over `$route`, `$data`. */
  readonly initial: Readonly<Record<string, Compiled>>;
  /** Name in `data` of the owner record, `$owner` in rules. */
  readonly owner?: string;
  readonly sections: readonly SectionModel[];
  /** Other actions, shown at the title. */
  readonly actions: readonly ActionModel[];
  readonly save: {
    readonly label: string;
    readonly method: 'POST' | 'PUT';
    readonly route: string;
    /** Where to go afterwards: `/products/{Id}`; absent: stay, pristine and refreshed. */
    readonly then?: string;
    readonly success?: string;
    readonly failure?: string;
    /** Shown in a dialog when saving with missing or invalid values. */
    readonly incomplete?: string;
    /** Failures are shown in a dialog too. */
    readonly alert: boolean;
    /** Shown in a dialog after the save, over `$answer`. */
    readonly shows?: AlertModel | undefined;
    readonly access: Access;
    /** Alternative calls, used when their condition over `$record` and `$previous` holds. */
    readonly instead: readonly {
      readonly when: Compiled;
      readonly method: 'POST' | 'PUT' | 'DELETE';
      readonly route: string;
    }[];
    /** Asked one after the other before the call. */
    readonly confirm: readonly ConfirmModel[];
    /** What happens to the input after a no. */
    readonly refused: 'keep' | 'restore';
    /** And after a failed save. */
    readonly failed: 'keep' | 'restore';
    /** Saves this many milliseconds after the last change or, without a delay, when a field is left. */
    readonly auto?: { readonly delay?: number };
  };
  /** The button that shows the form of a new record, hidden until then. */
  readonly reveal?: string;
  readonly cancel?: {
    /** Asked before discarding input. */
    readonly confirm?: string;
    readonly label: string;
    readonly to?: string;
    readonly reload: boolean;
    /** Goes to the address in `?returnstate=`. */
    readonly returns: boolean;
  };
  /** A list of the record that has its own call. */
  readonly list?: { readonly field: string; readonly path: string };
  /** Shows read-only values as plain text. */
  readonly readOnlyAsText: boolean;
};

export type SectionModel = {
  readonly id: string;
  readonly title?: string;
  readonly columns: 1 | 2 | 3;
  /** `tabs`: one field at a time, each in a tab with its label. */
  readonly layout?: 'columns' | 'tabs' | 'beside';
  /** Text under the title. */
  readonly help?: string;
  /** Title of the tab that shows it. */
  readonly tab?: string;
  /** A condition of that tab, for all its sections. */
  readonly tabVisible?: Compiled;
  /** Over the record as typed and the screen. */
  readonly visible?: Compiled;
  readonly items: readonly ItemModel[];
};

/** A field placed on a form. */
export type ItemModel = {
  readonly field: string;
  readonly widget?: string;
  readonly span: 1 | 2 | 3;
  /** Width in twelfths of the section, instead of `span`. */
  readonly twelfths?: number;
  /** Not editable here, whatever the rules allow. */
  readonly readOnly?: boolean;
  /** Over the record as typed and the screen; rules of the field apply in addition. */
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

/** Lists with the form of the selected record beside them. */
export type ListDetailBlock = BlockBase & {
  readonly kind: 'list-detail';
  readonly entity: string;
  /** Route parameter with the selected record. */
  readonly param: string;
  /** The address without a selection. */
  readonly path: string;
  readonly lists: readonly DetailList[];
  /** Its record is `data.row`. */
  readonly edit: FormBlock;
  readonly create?: DetailForm;
  /** `from`: the call that answers the initial values of a copy. */
  readonly copy?: DetailForm & { readonly from: string };
  /** Actions on the selected record. */
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
  /** The label field. */
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
