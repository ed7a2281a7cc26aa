/** Holds the card numbers; nothing else in the server stores one. */
export type CardVault = {
  /** Exchanges a card number for a token valid for 15 minutes; undefined when it is not a card number. */
  readonly tokenize: (number: string) => Promise<TemporaryCard | undefined>;
  /** Exchanges it, once, for a permanent token. */
  readonly redeem: (temporaryToken: string) => Promise<KeptCard | undefined>;
};

type TemporaryCard = {
  readonly TemporaryToken: string;
  readonly MaskedNumber: string;
  readonly CardType: string;
};

export type KeptCard = { readonly Token: string; readonly MaskedNumber: string; readonly CardType: string };
