/**
 * The contents of files cannot be reached, whatever is asked of them. `gone`: their folder is not where it was. `missing`:
 * one of them is not, whose record is there. `full`: no room. `read-only`: they can be read and not written.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly reason: 'gone' | 'missing' | 'full' | 'read-only' | 'failing';

  constructor(reason: FilesUnavailable['reason'], options?: { readonly cause: unknown }) {
    super(`The contents of files are unavailable: ${reason}`, options);
    this.reason = reason;
  }
}
