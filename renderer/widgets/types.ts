/** What a widget is given: everything computed, so that a widget knows no entity and asks nobody. */
import type { ComponentType, ReactNode } from 'react';
import type {
  DataRecord,
  EntityModel,
  FieldModel,
  FieldView,
  FormState,
  ItemModel,
  Locale,
  Model,
} from '#engine';
import type { Fetched } from '../data/fetched.tsx';
import type { Files } from '../data/files.ts';
import type { Say } from '../data/messages.tsx';
import type { CheckRule } from './rule/ruleTypes.ts';

/** One thing to choose from. `record` is what `$option` will be in effects. */
export type Choice = {
  readonly value: unknown;
  readonly label: string;
  /** A second line, where others have the same label. */
  readonly note?: string;
  readonly record?: DataRecord;
};

/** A choice and what else it is called: its code, its name in the other language. */
export type NamedChoice = Choice & { readonly names: readonly string[] };

/** Choices that match a text, as many as fit on a page. */
export type ChoicePage = {
  readonly choices: readonly Choice[];
  /** There are others beyond these pages. */
  readonly hasMore: boolean;
  /** Absent: nobody knows how many there are. */
  readonly total?: number;
};

/** A list as an option declares it: the find route, `{Id}` and conditions taken from the record being edited. */
export type RecordSource = {
  readonly find: string;
  readonly where?: readonly { readonly path: string; readonly operator: string; readonly field: string }[];
  readonly sort?: readonly string[];
  /** Absent or 0: all of them, up to what the client takes of one list. */
  readonly pageSize?: number;
};

/** The pages count from 1. */
export type FindChoices = (search: string, page: number) => Promise<ChoicePage>;

/** A template of the record being edited, filled with it. */
export type RenderHtml = (
  request: { readonly field: string; readonly html: string; readonly language: Locale },
  signal: AbortSignal,
) => Promise<string>;

/** What a widget of one value is given: enough to stand in a form of RJSF alone (`rjsf/rjsfTheme.tsx`), too. */
export type ValueProps = {
  readonly view: Pick<FieldView, 'value' | 'required'> & {
    readonly field: Pick<FieldModel, 'kind' | 'limits' | 'scale'>;
  };
  readonly label: string;
  /** Id the control must carry, so that its label and issues find it. */
  readonly inputId: string;
  /** Id of the visible label; absent in table cells, where `label` names the control. */
  readonly labelledBy?: string;
  /** Ids of help and issues. */
  readonly describedBy?: string;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly locale: Locale;
  readonly message: Say;
  /** Options as declared at the placed field. */
  readonly options: { readonly [option: string]: unknown };
  /** The closed list of a lookup. */
  readonly choices?: readonly Choice[];
  readonly onChange: (value: unknown, option?: DataRecord) => void;
  readonly onTouch: () => void;
};

export type WidgetProps = ValueProps & {
  readonly view: FieldView;
  /** Choices of a reference that match a text; rules of the declaration already narrow them. */
  readonly findChoices?: FindChoices;
  /** What can be chosen at a path below this one, found by a text, with what else each is called. */
  readonly choicesAt: (path: string, text: string) => Promise<readonly NamedChoice[]>;
  /** Records of a declared list, for widgets that edit rows as a whole. */
  readonly findRecords: (source: RecordSource) => Promise<readonly DataRecord[]>;
  /** Asks the server about a rule text. */
  readonly checkRule: CheckRule;
  /** The closed list of any lookup. */
  readonly lookupChoices: (lookup: string) => readonly Choice[];
  /** What the field belongs to, for widgets that offer its other fields. */
  readonly entity?: EntityModel;
  readonly model: Model;
  /** Fills a template of the stored record; absent while there is none. */
  readonly renderHtml?: RenderHtml;
  /** Asks the person, who says what is to be done; absent: nobody is asked. */
  readonly confirm?: (question: string, yes: string) => Promise<boolean>;
  /** Label of the chosen reference. */
  readonly valueLabel?: string;
  /** The object that answers carry beside the id. */
  readonly expansion?: unknown;
  readonly files: Files;
  readonly form: FormState;
  /** Draws the field at a path below this one: a cell without label, or a framed field; by the widget of its kind, or the one named. */
  readonly renderField: (path: string, how: 'cell' | 'field', by?: CellWidget) => ReactNode;
};

/** As declared: the same object each time. */
export type CellWidget = Pick<ItemModel, 'widget'> & { readonly options?: ItemModel['options'] };

/** How the form frames a widget. */
type WidgetFrame =
  /** Label above, control, help and issues below. */
  | 'field'
  /** The same, but the label names a group of controls. */
  | 'group'
  /** The widget draws its label itself (a checkbox). */
  | 'inline'
  /** No visible label: the section's title says enough. */
  | 'bare';

export type WidgetEntry = {
  readonly name: string;
  /** Rank for a field placed on a form, 0 when the widget cannot edit it; the highest wins. */
  readonly tester: (field: FieldModel, item: ItemModel) => number;
  /** One that is loaded when it is first drawn can be fetched ahead. */
  readonly component: ComponentType<WidgetProps> & Partial<Pick<Fetched<WidgetProps>, 'fetch'>>;
  readonly frame: WidgetFrame;
  /** True when the widget shows read-only values in its own way instead of plain text. */
  readonly showsReadOnly?: boolean;
};
