/** What came instead of success; without a status no answer came at all. */
type SendRefusal = { message: string; status: number | undefined };

/**
 * Puts a file to a signed address of the storage. By XMLHttpRequest, because fetch tells nothing
 * of how far an upload is.
 * @param onProgress hears how much has left, from 0 to 1
 * @param signal calls it off
 * @returns undefined once the file is stored
 */
export function sendFile(
  address: string,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<SendRefusal | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('Cache-Control', 'max-age=3600');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(undefined);
      else resolve({ status, message: messageIn(responseText) ?? `HTTP error! status: ${status}` });
    };
    const broken = () => resolve({ status: undefined, message: 'The connection was interrupted' });
    request.onerror = broken;
    request.onabort = broken;
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) broken();
    else request.send(file);
  });
}

function messageIn(answer: string): string | undefined {
  try {
    const { message }: { message?: unknown } = JSON.parse(answer);
    return typeof message === 'string' && message ? message : undefined;
  } catch {
    return undefined;
  }
}
