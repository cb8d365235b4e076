import { imageLimits } from '#app/lib/limits.ts';
import { errorResponse, toHttpError } from '#backend/storage/errors.ts';
import { reencodeVisitorImage } from '#backend/storage/process-upload.ts';

/** Encodes images again before their upload to the hosted platform, which would store the location of photographs. */
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
