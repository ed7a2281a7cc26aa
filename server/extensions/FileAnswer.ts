/** A file as answer; its route declares the media type. Files generated on the fly are streams. */
export class FileAnswer {
  readonly content: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly name: string;
  /** For calls that answer files of several types; such a file is downloaded, not displayed. */
  readonly media: string | undefined;
  /** Warnings about the file, as sentences. */
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
