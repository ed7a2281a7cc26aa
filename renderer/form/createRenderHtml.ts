import type { Api } from '../data/createApi.ts';
import type { RenderHtml } from '../widgets/types.ts';

/** Renders a template for a stored record on the server, without saving it. */
export function createRenderHtml(api: Api, entity: string, idOf: () => unknown): RenderHtml {
  return async ({ field, html, language }, signal) => {
    const path = `/render/${encodeURIComponent(entity)}/${encodeURIComponent(String(idOf()))}`;
    const body = { Field: field, Html: html, Language: language };
    const { Html } = await api.send<{ Html: string }>('POST', path, body, { signal, intent: 'reads' });
    return Html;
  };
}
