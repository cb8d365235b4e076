type Backend = (request: Request, address: string) => Promise<Response>;

/** Files of the bucket whose addresses the pages show; what visitors send is shown to staff only. */
const upload = /^\/storage\/v1\/object\/images\/(?!inspiration\/)(.+)$/;

/**
 * Tells of each picture that has just been stored, so that its sizes are made before anybody asks.
 *
 * @param prepare called with the picture's path in the bucket
 */
export function prepareUploads(backend: Backend, prepare: (path: string) => void): Backend {
  return async (request, address) => {
    const { method, url } = request;
    const response = await backend(request, address);
    const [, path] = upload.exec(new URL(url).pathname) ?? [];
    if (path && response.ok && (method === 'POST' || method === 'PUT')) {
      prepare(decodeURIComponent(path));
    }
    return response;
  };
}
