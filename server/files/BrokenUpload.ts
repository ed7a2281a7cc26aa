/** The content did not come whole, or not as its header says: the sender's side, not ours. */
export class BrokenUpload extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'BrokenUpload';
  }
}
