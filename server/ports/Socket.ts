/** An open WebSocket. */
export type Socket = {
  /** Resolves when the text has been sent; send the next one after that. */
  readonly send: (text: string) => Promise<void>;
  /** Text sent earlier is still delivered. */
  readonly close: () => void;
};

export type SocketEvents = {
  readonly onOpen: (socket: Socket) => void;
  /** Resolve to false to close the socket. */
  readonly onMessage: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
};
