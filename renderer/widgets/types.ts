/** Props and types of widgets. Props are fully computed, so that widgets know no entity. */
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

/** An option to choose. `record` becomes `$option` in effects. */
export type Choice = {
  readonly value: unknown;
  readonly label: string;
  /** A second line, to tell equal labels apart. */
  readonly note?: string;
  readonly record?: DataRecord;
};

/** A choice with its other names: its code, its label in the other language. */
export type NamedChoice = Choice & { readonly names: readonly string[] };

/** A page of choices that match a text. */
export type ChoicePage = {
  readonly choices: readonly Choice[];
  /** More choices follow. */
  readonly hasMore: boolean;
  /** Absent if unknown. */
  readonly total?: number;
};

/** A declared list: its find route with `{Id}`, and conditions taken from the edited record. */
export type RecordSource = {
  readonly find: string;
  readonly where?: readonly { readonly path: string; readonly operator: string; readonly field: string }[];
  readonly sort?: readonly string[];
  /** Absent or 0: the whole list, up to the client's limit. */
  readonly pageSize?: number;
};

/** Pages start at 1. */
export type FindChoices = (search: string, page: number) => Promise<ChoicePage>;

/** Renders a template for the edited record. */
export type RenderHtml = (
  request: { readonly field: string; readonly html: string; readonly language: Locale },
  signal: AbortSignal,
) => Promise<string>;

/** Props of single-value widgets, which also work in a plain RJSF form (`rjsf/rjsfTheme.tsx`). */
export type ValueProps = {
  readonly view: Pick<FieldView, 'value' | 'required'> & {
    readonly field: Pick<FieldModel, 'kind' | 'limits' | 'scale'>;
  };
  readonly label: string;
  /** Id of the control, which its label and issues refer to. */
  readonly inputId: string;
  /** Id of the visible label; absent in table cells, where `label` names the control. */
  readonly labelledBy?: string;
  /** Ids of help and issues. */
  readonly describedBy?: string;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly locale: Locale;
  readonly message: Say;
  /** Options declared at the placed field. */
  readonly options: { readonly [option: string]: unknown };
  /** Items of the field's lookup. */
  readonly choices?: readonly Choice[];
  readonly onChange: (value: unknown, option?: DataRecord) => void;
  readonly onTouch: () => void;
};

export type WidgetProps = ValueProps & {
  readonly view: FieldView;
  /** Finds choices of a reference by text, within the declared rules. */
  readonly findChoices?: FindChoices;
  /** Finds choices at a path below this one by text, with their other names. */
  readonly choicesAt: (path: string, text: string) => Promise<readonly NamedChoice[]>;
  /** Loads a declared list, for widgets that edit rows as a whole. */
  readonly findRecords: (source: RecordSource) => Promise<readonly DataRecord[]>;
  /** Checks a rule text on the server. */
  readonly checkRule: CheckRule;
  /** Items of any lookup. */
  readonly lookupChoices: (lookup: string) => readonly Choice[];
  /** The entity, for widgets that offer its other fields. */
  readonly entity?: EntityModel;
  readonly model: Model;
  /** Renders a template of the stored record; absent for a new one. */
  readonly renderHtml?: RenderHtml;
  /** Asks for confirmation; absent: never asks. */
  readonly confirm?: (question: string, yes: string) => Promise<boolean>;
  /** Label of the chosen reference. */
  readonly valueLabel?: string;
  /** The expanded reference. */
  readonly expansion?: unknown;
  readonly files: Files;
  readonly form: FormState;
  /**
   * Draws the field at a path below this one, as a bare cell or a framed field; with a named widget, or the
   * one of its kind.
   */
  readonly renderField: (path: string, how: 'cell' | 'field', by?: CellWidget) => ReactNode;
};

/** As declared; a stable object. */
export type CellWidget = Pick<ItemModel, 'widget'> & { readonly options?: ItemModel['options'] };

/** How the form frames a widget. */
type WidgetFrame =
  /** Label above, control, help and issues below. */
  | 'field'
  /** The same, but the label names a group of controls. */
  | 'group'
  /** The widget draws its own label (a checkbox). */
  | 'inline'
  /** No visible label: the section title is enough. */
  | 'bare';

export type WidgetEntry = {
  readonly name: string;
  /** Rank for a placed field, 0 if the widget cannot edit it; the highest wins. */
  readonly tester: (field: FieldModel, item: ItemModel) => number;
  /** A lazy component can be prefetched. */
  readonly component: ComponentType<WidgetProps> & Partial<Pick<Fetched<WidgetProps>, 'fetch'>>;
  readonly frame: WidgetFrame;
  /** True if the widget draws read-only values itself instead of as plain text. */
  readonly showsReadOnly?: boolean;
};
