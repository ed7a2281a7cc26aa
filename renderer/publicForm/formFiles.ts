import type { Api } from '../data/createApi.ts';
import type { FileFacts, Files } from '../data/files.ts';
import type { OpenForm } from './formTypes.ts';
import type { Pass } from './usePass.ts';

/** Sends files for the answer that is being written; nobody outside reads one again. */
export function createFormFiles(api: Api, { Address }: OpenForm, pass: Pass): Files {
  const underWay = new Set<Promise<unknown>>();
  return {
    upload: (field, content, options) => {
      const sent = (async () => {
        const { Challenge, Number: number } = await pass.solved();
        const query = new URLSearchParams({
          field: field.path,
          challenge: Challenge,
          number: String(number),
        });
        const body = new FormData();
        body.append('file', content);
        return api.send<FileFacts>('POST', `/publicforms/${Address}/file?${query}`, body, {
          ...options,
          intent: 'same-content',
        });
      })();
      underWay.add(sent);
      const end = () => underWay.delete(sent);
      sent.then(end, end);
      return sent;
    },
    arrived: () => (underWay.size > 0 ? Promise.allSettled(underWay) : undefined),
    download: async () => undefined,
  };
}
