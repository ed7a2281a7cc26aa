/** What an open socket tells of, and takes. */
export type Socket = {
  /** Resolves when the text has gone; the next one is sent after that. */
  readonly send: (text: string) => Promise<void>;
  /** What was sent before still goes. */
  readonly close: () => void;
};

export type SocketEvents = {
  readonly onOpen: (socket: Socket) => void;
  /** False ends it. */
  readonly onMessage: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
};
