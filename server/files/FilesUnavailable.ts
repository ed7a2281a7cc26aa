/**
 * The file store cannot serve. `gone`: its folder is missing. `missing`: one content is, although its record
 * exists. `full`: the disk is full. `read-only`: files can be read but not written.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly reason: 'gone' | 'missing' | 'full' | 'read-only' | 'failing';

  constructor(reason: FilesUnavailable['reason'], options?: { readonly cause: unknown }) {
    super(`The contents of files are unavailable: ${reason}`, options);
    this.reason = reason;
  }
}
