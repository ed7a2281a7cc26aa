import type { APIResponse, Page } from 'playwright';

/** A call that a person has confirmed. */
export async function putAgreed(page: Page, address: string, data?: object): Promise<APIResponse> {
  const answer = await page.request.put(address, { data });
  if (answer.status() !== 428) return answer;
  const { Confirmations } = (await answer.json()) as { Confirmations: readonly { Token: string }[] };
  const headers = { 'X-Confirm': Confirmations.map(({ Token }) => Token).join(', ') };
  return page.request.put(address, { data, headers });
}
