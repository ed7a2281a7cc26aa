/** A file as an answer; the route of its action says of which kind. One that is made as it goes comes as a stream. */
export class FileAnswer {
  readonly content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly name: string;
  /** Where one call answers files of several kinds; such a file is saved, not shown. */
  readonly media: string | undefined;
  /** What the person should know before they use the file, as sentences. */
  readonly warnings: readonly string[];

  constructor(
    content: FileAnswer['content'],
    name: string,
    media?: string,
    warnings: readonly string[] = [],
  ) {
    this.content = content;
    this.name = name;
    this.media = media;
    this.warnings = warnings;
  }
}
