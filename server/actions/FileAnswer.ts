/** A file as an answer; the route of its action says of which kind. */
export class FileAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;

  constructor(bytes: Uint8Array<ArrayBuffer>, name: string) {
    this.bytes = bytes;
    this.name = name;
  }
}
