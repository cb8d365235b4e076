import { SUBSTITUTE_TIMING } from '#app/domain/designs/design-view.ts';
import type { DesignImage } from '../supabase/functions/send-email/mail.ts';

/** The image of a design for the owner's e-mail, of this process's own /design/image: as JPEG, which all mail programs show. */
export type DesignImages = {
  read: (query: string) => Promise<DesignImage | undefined>;
  setOrigin: (origin: string) => void;
};

const timeoutMs = 5000;
const maxBytes = 2_000_000;

export function createDesignImages(report: (error: unknown) => void): DesignImages {
  let origin: string | undefined;
  return {
    setOrigin(url) {
      origin = url;
    },
    async read(query) {
      if (!origin) return undefined;
      try {
        const response = await fetch(`${origin}/design/image?${query}&image=card`, {
          signal: AbortSignal.timeout(timeoutMs),
        });
        const type = response.headers.get('content-type') ?? '';
        const isSubstitute = response.headers.get('server-timing') === SUBSTITUTE_TIMING;
        if (!response.ok || isSubstitute || !/^image\/[a-z]+$/.test(type)) return undefined;
        const content = Buffer.from(await response.arrayBuffer());
        const base64 = content.toString('base64');
        return content.length <= maxBytes ? { base64, type } : undefined;
      } catch (error) {
        report(error);
        return undefined;
      }
    },
  };
}
