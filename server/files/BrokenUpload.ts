/** The upload was cut off, or does not match its header: the client's fault. */
export class BrokenUpload extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'BrokenUpload';
  }
}
