/** What an open socket tells of, and takes. */
type Socket = {
  /** False where too much waits already for a client that does not read. */
  readonly send: (text: string) => boolean;
  readonly close: () => void;
};

export type SocketEvents = {
  readonly onOpen: (socket: Socket) => void;
  /** False ends it. */
  readonly onMessage: (text: string) => boolean;
  readonly onClose: () => void;
};
