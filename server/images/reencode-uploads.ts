import { imageLimits } from '#app/domain/limits.ts';
import { errorResponse, toHttpError } from '#backend/storage/errors.ts';
import { reencodeVisitorImage } from '#backend/storage/process-upload.ts';

/**
 * A fetch to the hosted platform that encodes images again before it uploads them: forms without scripts
 * send photographs with their location, and the platform stores what it gets.
 */
export function reencodeUploads(send: typeof fetch, network: string): typeof fetch {
  return async (input, init) => {
    // The form of storage-js has its file under the empty name.
    const file = init?.body instanceof FormData ? init.body.get('') : null;
    if (!(file instanceof File)) return send(input, init);
    const form = new FormData();
    try {
      const source = new Uint8Array(await file.arrayBuffer());
      const sender = { network, signal: init?.signal ?? new AbortController().signal };
      const { bytes, mimetype } = await reencodeVisitorImage(source, sender, imageLimits.bytes);
      form.set('cacheControl', '3600');
      form.set('', new File([new Uint8Array(bytes)], file.name, { type: mimetype }));
    } catch (error) {
      return errorResponse(toHttpError(error));
    }
    return send(input, { ...init, body: form });
  };
}
