/** Prints records and lists as PDF; an extension brings it, so an application without it prints nothing. */
import type { DataRecord, EntityModel, PrintFormatModel } from '#engine';
import type { OperationCall } from './OperationCall.ts';

export type PrintedFile = {
  /** A PDF. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** Sentences about the file, such as characters that no font has. */
  readonly warnings: readonly string[];
};

export type PrintedRecord = {
  readonly entity: string;
  readonly id: string;
  /** The id of a print format; absent: the default of the entity. */
  readonly format?: string | undefined;
};

export type PrintedList = {
  readonly entity: EntityModel;
  /** The columns on the screen, as far as the caller may read them. */
  readonly columns: readonly { readonly path: string; readonly title: string }[];
  /** The answers, as they are read. */
  readonly records: AsyncIterable<readonly DataRecord[]>;
  /** The fields that the list answers; absent: all. */
  readonly answered?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly notes: readonly string[];
};

/** A format that is being written, with a record, or with the first records of a list. */
export type PrintedPreview = {
  readonly entity: EntityModel;
  readonly format: PrintFormatModel;
  readonly id?: string | undefined;
};

export type Printing = {
  /** The record as the caller sees it, in the language of the call; refuses whatever a read refuses. */
  readonly record: (call: OperationCall, asked: PrintedRecord) => Promise<PrintedFile>;
  /** What a list has found, with the columns it shows. */
  readonly list: (call: OperationCall, asked: PrintedList) => Promise<PrintedFile>;
  /** What a print would show, as data. */
  readonly preview: (call: OperationCall, asked: PrintedPreview) => Promise<DataRecord>;
  /** The formats that the caller may use, the default first. */
  readonly formats: (
    call: Pick<OperationCall, 'runtime' | 'user'>,
    entity: EntityModel,
    what: PrintFormatModel['for'],
  ) => readonly PrintFormatModel[];
};
