type UploadObserver = {
  /** Gets the share sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};

const observers = new WeakMap<File, UploadObserver>();

/** Reports the progress of a file's uploads by a client with `fetchWithUploadProgress`. */
export function observeUpload(file: File, observer: UploadObserver): void {
  observers.set(file, observer);
}

/** A fetch that sends observed files with XMLHttpRequest, because fetch reports no upload progress. */
export const fetchWithUploadProgress: typeof fetch = (input, init) => {
  // The form of storage-js has its file under the empty name.
  const file = init?.body instanceof FormData ? init.body.get('') : null;
  const observer = file instanceof File ? observers.get(file) : undefined;
  return observer ? send(String(input), init ?? {}, observer) : fetch(input, init);
};

function send(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  { onProgress, signal }: UploadObserver,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      const contentType = request.getResponseHeader('Content-Type') ?? 'text/plain';
      resolve(new Response(responseText, { status, headers: { 'Content-Type': contentType } }));
    };
    const onError = () => reject(new TypeError('The connection was interrupted'));
    request.onerror = onError;
    request.onabort = onError;
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) onError();
    else request.send(body as FormData);
  });
}
