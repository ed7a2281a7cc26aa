/** A content is larger than it may be; nothing of it was kept. */
export class FileTooLarge extends Error {
  constructor() {
    super('The content is larger than its limit.');
    this.name = 'FileTooLarge';
  }
}
