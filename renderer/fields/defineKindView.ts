/** How the browser shows a kind of field: its default widget, text, cell and paste behaviour. */
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

/** Why pasted text is rejected, by message name. */
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
  /** The widget of fields that declare none. */
  readonly widget: string;
  /** A value as plain text. */
  readonly write: Writer;
  /** Converts typed or pasted text to a cell value. Absent: the cell does not accept pasting. */
  readonly paste?: (text: string, pasting: Pasting) => CellReading;
  /** Converts text to an element of a list; undefined if it cannot. Absent: the text itself. */
  readonly read?: (text: string, locale: Locale) => unknown;
  /** The on-screen keyboard. */
  readonly inputMode?: 'email' | 'tel' | 'url';
  /** Renders a cell of a list; absent: its text. */
  readonly cell?: ComponentType<CellProps>;
  /** Width of a column that declares none. */
  readonly width?: number;
  /** The cell is not text, so its width cannot be measured from text. */
  readonly isDrawn?: true;
  /** The column has its declared width, since text may be long. */
  readonly isFluid?: true;
};

export const defineKindView = (view: KindView): KindView => view;
