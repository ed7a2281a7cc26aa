import type { Finding, ModelBundle } from '#engine';

/** Questions of the page to the worker. */
export type Question =
  | { readonly kind: 'check'; readonly changes: Readonly<Record<string, string>> }
  | {
      readonly kind: 'start';
      readonly changes: Readonly<Record<string, string>>;
      readonly screen: string;
      readonly role: string;
    }
  | {
      readonly kind: 'call';
      readonly url: string;
      readonly method: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body?: ArrayBuffer;
    };

export type Answers = {
  readonly check: { readonly findings: readonly Finding[] };
  readonly start: { readonly bundle: ModelBundle; readonly address?: string };
  readonly call: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ArrayBuffer | null;
  };
};

export type Asked = { readonly number: number; readonly question: Question };
/** The worker has loaded; answers to questions follow. */
export type Ready = { readonly ready: true };
export type Answered =
  | { readonly number: number; readonly answer: Answers[keyof Answers] }
  | { readonly number: number; readonly trouble: string };
