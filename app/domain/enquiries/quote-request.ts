// What the quote form shows, apart from its checks (quote-form.ts), which are loaded later.

import { pictureLimits, unsentUploadHours } from '../limits.ts';
import type { QuoteForm } from './quote-form.ts';

/** An empty form. */
const emptyQuote: QuoteForm = {
  customer_name: '',
  email: '',
  phone: '',
  project_type: '',
  material_type: '',
  color: '',
  size: '',
  shed_style: '',
  description: '',
  budget_range: '',
  timeline: '',
  custom_message: '',
};

export type PreselectedShed = {
  id: string;
  title: string;
  material_type: string;
  color: string;
  size: string;
  shed_style: string;
};

/** The form as it starts when a visitor asks about a shed from the list. */
export function quoteForShed(shed: PreselectedShed | null | undefined): QuoteForm {
  if (!shed) return emptyQuote;
  return {
    ...emptyQuote,
    project_type: 'Custom Shed',
    material_type: shed.material_type,
    color: shed.color,
    size: shed.size,
    shed_style: shed.shed_style,
    description: `I'm interested in the ${shed.title}`,
  };
}

export const quoteMessages = {
  success:
    "Thank you for your quote request! We'll review your requirements and get back to you within 24 hours with a detailed estimate.",
  failure:
    'Sorry, there was an error submitting your quote request. Please try again or call us directly.',
} as const;

/** The sentence about an image that could not be stored. */
export function uploadFailure(fileName: string, reason: string | undefined): string {
  if (reason === storageFull) return storageFull;
  return `Failed to upload ${fileName}: ${reason || 'Unknown error'}`;
}

const kinds = 'JPEG, PNG, WebP, AVIF or GIF';

/**
 * Why a picture can't be taken, so that it need not be sent to find out; undefined where nothing
 * speaks against it.
 */
export function pictureFault(file: { size: number; type: string }): string | undefined {
  if (file.size === 0) return 'the file is empty';
  if (!pictureLimits.types.some((type) => type === file.type)) {
    return `only ${kinds} pictures can be sent`;
  }
  if (file.size > pictureLimits.bytes) {
    return `it is larger than ${pictureLimits.bytes / 1024 / 1024} MB`;
  }
  return undefined;
}

/** The error of more images than allowed. */
export const tooManyPictures = `only ${pictureLimits.count} pictures can be sent`;

/** Why an image is missing in a request that could not wait for it. */
export const tookTooLong = 'it took too long';

const storageFull =
  'We cannot take more pictures at the moment. Please send your request without them; we will ask for pictures by e-mail.';

/** The storage's reason in a visitor's words. */
export function plainReason(reason: string | undefined): string | undefined {
  if (reason && /storage for visitors' images is full/i.test(reason)) return storageFull;
  return reason && /mime type/i.test(reason) ? `it is not a ${kinds} picture` : reason;
}

/** Told when a restored draft has images that are no longer stored. */
export const expiredUploads =
  'Your pictures were added more than two days ago and are no longer stored. Please add them again.';

/**
 * Separates the images of a draft that the storage has deleted, or will within the hour, from the others.
 *
 * @param now milliseconds since 1970, by the clock that named them
 */
export function partitionUploads<Upload extends { path: string }>(
  uploads: Upload[],
  now: number,
): { current: Upload[]; expired: Upload[] } {
  const oldest = now - (unsentUploadHours - 1) * 3_600_000;
  const isExpired = ({ path }: Upload) =>
    Number(/^inspiration\/(\d+)-/.exec(path)?.[1] ?? now) < oldest;
  return {
    current: uploads.filter((upload) => !isExpired(upload)),
    expired: uploads.filter(isExpired),
  };
}
