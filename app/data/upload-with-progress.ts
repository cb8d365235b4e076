type UploadFailure = { message: string; status: number | undefined };

/**
 * Uploads a file to a signed URL with XMLHttpRequest, because fetch reports no upload progress.
 */
export function uploadWithProgress(
  url: string,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<UploadFailure | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.setRequestHeader('Cache-Control', 'max-age=3600');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(undefined);
      else
        resolve({ status, message: parseMessage(responseText) ?? `HTTP error! status: ${status}` });
    };
    const broken = () => resolve({ status: undefined, message: 'The connection was interrupted' });
    request.onerror = broken;
    request.onabort = broken;
    signal?.addEventListener('abort', () => request.abort());
    if (signal?.aborted) broken();
    else request.send(file);
  });
}

function parseMessage(answer: string): string | undefined {
  try {
    const { message }: { message?: unknown } = JSON.parse(answer);
    return typeof message === 'string' && message ? message : undefined;
  } catch {
    return undefined;
  }
}
