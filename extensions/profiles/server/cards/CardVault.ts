/** Where card numbers are: nothing else of the server ever holds one. */
export type CardVault = {
  /** Takes a number in and gives a token for it that is good for a quarter of an hour; undefined where it is no card's. */
  readonly tokenize: (number: string) => Promise<TemporaryCard | undefined>;
  /** Exchanges it, once, for the token that is kept. */
  readonly redeem: (temporaryToken: string) => Promise<KeptCard | undefined>;
};

type TemporaryCard = {
  readonly TemporaryToken: string;
  readonly MaskedNumber: string;
  readonly CardType: string;
};

export type KeptCard = { readonly Token: string; readonly MaskedNumber: string; readonly CardType: string };
