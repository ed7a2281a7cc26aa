import type { Answer, Ask } from './startApp.ts';

/** A client that confirms every question, like a person who has read it. */
export function agreeing(ask: Ask): Ask {
  return async (method, path, body, headers = {}) => {
    const answer = await ask(method, path, body, headers);
    if (answer.status !== 428) return answer;
    return ask(method, path, body, { ...headers, 'x-confirm': tokensOf(answer) });
  };
}

/** The tokens that a repeated call carries. */
export function tokensOf({ body }: Answer): string {
  return (body.Confirmations as readonly { readonly Token: string }[]).map(({ Token }) => Token).join(', ');
}
