/** A file as an answer; the route of its action says of which kind. One that is made as it goes comes as a stream. */
export class FileAnswer {
  readonly content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly name: string;

  constructor(content: FileAnswer['content'], name: string) {
    this.content = content;
    this.name = name;
  }
}
