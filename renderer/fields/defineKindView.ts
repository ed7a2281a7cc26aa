/** How the browser shows a kind of field: its default widget, its text, its cell, what is pasted into it. */
import type { ComponentType } from 'react';
import type { DataRecord, FieldKind, FieldModel, Locale } from '#engine';
import type { Formats } from '../data/formats.ts';
import type { Say } from '../data/messages.tsx';

export type FormatOptions = {
  readonly kind: FieldKind;
  readonly locale: Locale;
  readonly scale?: number;
  /** Words for true and false. */
  readonly yes: string;
  readonly no: string;
};

export type Writer = (value: unknown, options: FormatOptions, formats: Formats) => string;

/** Why a pasted text is no value, by the name of its message. */
export type Misfit =
  | 'number'
  | 'doubtful'
  | 'long'
  | 'unit'
  | 'date'
  | 'choice'
  | 'several'
  | 'boolean'
  | 'kind'
  | 'locked';

export type CellReading =
  | { readonly value: unknown; readonly record?: DataRecord | undefined; readonly isJoined?: boolean }
  | { readonly misfit: Misfit };

export type Pasting = { readonly field: Pick<FieldModel, 'kind' | 'scale'>; readonly locale: Locale };

export type CellProps = { readonly value: unknown; readonly text: string; readonly say: Say };

export type KindView = {
  readonly kind: FieldKind;
  /** The widget of fields that name none. */
  readonly widget: string;
  /** A value as plain text for a person. */
  readonly write: Writer;
  /** A typed or pasted text → the value of a cell of rows. Absent: nothing can be pasted there. */
  readonly paste?: (text: string, pasting: Pasting) => CellReading;
  /** A text → a value of a list of values; undefined where it is none. Absent: the text itself. */
  readonly read?: (text: string, locale: Locale) => unknown;
  /** The keyboard that touch screens show for it. */
  readonly inputMode?: 'email' | 'tel' | 'url';
  /** Draws a cell of a list; absent: its text. */
  readonly cell?: ComponentType<CellProps>;
  /** Width of a column that declares none. */
  readonly width?: number;
  /** A cell is no text, so that its width cannot be measured as one. */
  readonly isDrawn?: true;
  /** Columns are as wide as their declaration says: a text may be long. */
  readonly isFluid?: true;
};

export const defineKindView = (view: KindView): KindView => view;
