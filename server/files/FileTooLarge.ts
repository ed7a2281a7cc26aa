/** The content exceeds its size limit; nothing was stored. */
export class FileTooLarge extends Error {
  constructor() {
    super('The content is larger than its limit.');
    this.name = 'FileTooLarge';
  }
}
