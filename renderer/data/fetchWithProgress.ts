/** `fetch` with upload progress, which browsers report only through XMLHttpRequest. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(input));
      request.responseType = 'arraybuffer';
      new Headers(init.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The server cannot be reached.'));
      const abort = () => {
        request.abort();
        reject(new DOMException('Cancelled.', 'AbortError'));
      };
      if (init.signal?.aborted) return abort();
      init.signal?.addEventListener('abort', abort, { once: true });
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type');
  return new Response(request.response as ArrayBuffer, {
    status: request.status,
    headers: type ? { 'content-type': type } : {},
  });
}
