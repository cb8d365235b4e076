import { formatDesignParams, parseDesignParams } from '#app/features/designer/design-params.ts';
import { getDesignTitle, summarizeDesign } from '#app/features/designer/design-summary.ts';
import { DEFAULT_VIEW, formatDesignQuery } from '#app/features/designer/design-view.ts';
import { emailAddress, optionalText, requiredText } from '#app/lib/form-fields.ts';
import { imageLimits, isHeic, lengths, unsentUploadHours } from '#app/lib/limits.ts';
import { isQuoteProjectType } from '#app/lib/options.ts';
import { z } from '#app/lib/zod-mini.ts';
import type { ColorCard, ShedDesign } from '#drawing/design/shed-design.ts';
import type { Units } from '#drawing/geometry/lengths.ts';

/** The public quote form; the browser and the action check with the same messages. */
export const quoteRequestForm = z.object({
  customer_name: requiredText(2, 'Name must be at least 2 characters', lengths.name),
  email: emailAddress(),
  phone: optionalText(lengths.phone),
  location: optionalText(lengths.location),
  contact_preference: optionalText(lengths.contactPreference),
  project_type: requiredText(1, 'Please select a project type', lengths.projectType),
  material_type: optionalText(lengths.choice),
  color: optionalText(lengths.choice),
  size: optionalText(lengths.choice),
  shed_style: optionalText(lengths.choice),
  description: requiredText(10, 'Please provide more details about your project', lengths.message),
  budget_range: optionalText(lengths.choice),
  timeline: optionalText(lengths.choice),
  custom_message: optionalText(lengths.message),
});

export type QuoteRequestForm = z.output<typeof quoteRequestForm>;

/**
 * The path of an inspiration image in the images bucket, inspiration/{timestamp}-{file name}, as
 * `private.is_inspiration_path` of the database: in the characters that Supabase Storage accepts.
 */
const inspirationPath = /^inspiration\/[0-9]{10,16}-[A-Za-z0-9_!.*'() &$@=;:+,?-]{1,255}$/;

/** The paths of a quote request's images, which the form sends with its fields. */
export const inspirationPaths = z
  .array(z.string().check(z.regex(inspirationPath, "We couldn't find this photo")))
  .check(z.maxLength(imageLimits.count, `Please attach at most ${imageLimits.count} photos`));

/** The hidden field of a listing's quote form: its id. */
export const shedField = 'shed_id';

/** The hidden fields of the quote form: a design's canonical search params, a distance, and `PricedDesign.basis`. */
export const designFields = {
  design: 'design',
  deliveryKm: 'delivery_km',
  priceBasis: 'price_basis',
} as const;

const emptyQuoteRequest: QuoteRequestForm = {
  customer_name: '',
  email: '',
  phone: '',
  location: '',
  contact_preference: '',
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

/** The shed that a quote request is about. */
export type PreselectedShed = {
  id: string;
  title: string;
  material_type: string;
  color: string;
  size: string;
  shed_style: string;
  /** The town or postal code for which the visitor checked delivery. */
  location?: string;
};

/** The finished project that a quote request refers to. */
export type ReferredProject = { id: string; title: string; project_type: string };

/**
 * Prefills the form for a request that refers to a finished project.
 * @param own the owner's project types
 */
export function createRequestForProject(
  { title, project_type }: ReferredProject,
  own: readonly string[] = [],
): QuoteRequestForm {
  return {
    ...emptyQuoteRequest,
    project_type: toQuoteProjectType(project_type, own),
    description: `I'd like something like your project “${title}”`,
  };
}

/** The quote form lists roofing and siding under exterior renovation. */
function toQuoteProjectType(type: string, own: readonly string[]): string {
  if (isQuoteProjectType(type, own)) return type;
  return /^(Roof|Sid)ing$/.test(type) ? 'Exterior Renovation' : 'Other';
}

/** Prefills the form with the properties of a shed, or with a project type alone. */
export function createRequestForShed(
  shed: PreselectedShed | null | undefined,
  projectType?: string,
): QuoteRequestForm {
  if (!shed)
    return projectType ? { ...emptyQuoteRequest, project_type: projectType } : emptyQuoteRequest;
  return {
    ...emptyQuoteRequest,
    project_type: 'Custom Shed',
    material_type: shed.material_type,
    color: shed.color,
    size: shed.size,
    shed_style: shed.shed_style,
    location: shed.location ?? '',
    description: `I'm interested in the ${shed.title}`,
  };
}

/** The design that a quote request is about: its canonical query, and what it fills in. */
export type RequestedDesign = {
  query: string;
  title: string;
  /** Kilometres; undefined if none was chosen. */
  deliveryKm: number | undefined;
  priceBasis: string | undefined;
  /** The designer's query, which has the distance, the units, and whether the design stays as it is. */
  designerQuery: string;
  initial: QuoteRequestForm;
};

/**
 * Prefills the quote form for a design.
 * @param design valid, as `constrainDesign` returns it
 */
export function createRequestForDesign(
  design: ShedDesign,
  {
    deliveryKm,
    withdrawn = false,
    units,
    priceBasis,
    card,
    place = '',
  }: {
    deliveryKm?: number | undefined;
    withdrawn?: boolean | undefined;
    /** Those that lengths have first. */
    units?: Units | undefined;
    priceBasis?: string | undefined;
    /** With the suppliers' names of colours. */
    card?: ColorCard | undefined;
    /** The town or postal code for which the visitor checked delivery. */
    place?: string;
  } = {},
): RequestedDesign {
  const query = formatDesignParams(design).toString();
  const title = getDesignTitle(design);
  const initial = createRequestForShed({
    id: query,
    title,
    material_type: design.material,
    color: design.wallColor,
    size: `${design.width}x${design.length}`,
    shed_style: design.style,
    location: place,
  });
  return {
    query,
    title,
    deliveryKm,
    priceBasis,
    designerQuery: formatDesignQuery(design, { ...DEFAULT_VIEW, deliveryKm, withdrawn, units }),
    initial: {
      ...initial,
      description: `I'm interested in this design: ${summarizeDesign(design, units, card)}`,
    },
  };
}

const maxParamsLength = 4000;
const maxKm = 5000;
const priceBasisPattern =
  /^[1-9]\d{0,8}\.(none|(itemised|range\.\d{1,2}\.\d{1,3})(\.hst\d{1,5})?)$/;

/** Returns a price basis (`PricedDesign.basis`) unchanged; null for anything else. */
export const parsePriceBasis = (text: string | null | undefined): string | null =>
  text && priceBasisPattern.test(text) ? text : null;

/**
 * Reads the design that a quote form was sent with.
 * @param fields of any content
 * @returns undefined without a design; what is not valid becomes the nearest valid design
 */
export function parsePostedDesign(
  fields: Record<string, string>,
): { design: ShedDesign; delivery_km: number | null; price_basis: string | null } | undefined {
  const params = new URLSearchParams(fields[designFields.design]?.slice(0, maxParamsLength));
  if (!params.has('style')) return undefined;
  const km = fields[designFields.deliveryKm] ?? '';
  const isDistance = /^\d{1,4}$/.test(km) && Number(km) <= maxKm;
  return {
    design: parseDesignParams(params).design,
    delivery_km: isDistance ? Number(km) : null,
    price_basis: parsePriceBasis(fields[designFields.priceBasis]),
  };
}

/** The messages after the quote form is sent. */
export const quoteMessages = {
  success:
    "Thank you for your quote request! We'll review your requirements and get back to you within 24 hours with a detailed estimate.",
  error:
    'Sorry, there was an error submitting your quote request. Please try again or call us directly.',
} as const;

const imageTypes = 'JPEG, PNG, WebP, AVIF, GIF or HEIC';

/** Such as `1 photo` or `10 photos`. */
export const formatPhotos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);

export const explainTooManyImages = (max: number) => `you can attach up to ${formatPhotos(max)}`;

export const uploadTimedOut = 'the upload took too long';

/** The message for a restored draft whose images the storage has deleted. */
export const expiredImages =
  'We keep unsent photos for two days, and yours have expired. Please add them again.';

/** The advice for when the storage has no room for more visitors' images. */
const storageFull =
  "We can't accept more photos right now. Please send your request without them, and we'll ask for photos by email.";

/** The messages about an image that could not be stored, the second one with advice. */
export function formatUploadError(fileName: string, reason: string | undefined): string[] {
  const message = `Failed to upload ${fileName}: ${reason || 'Unknown error'}`;
  return /storage for visitors' images is full/i.test(message) ? [message, storageFull] : [message];
}

/** Why a file is rejected before it is downscaled or uploaded; undefined if it is accepted. */
export function explainRejectedImage(file: {
  name: string;
  size: number;
  type: string;
}): string | undefined {
  if (file.size === 0) return 'the file is empty';
  if (!imageLimits.types.some((type) => type === file.type) && !isHeic(file)) {
    return `please choose a ${imageTypes} photo`;
  }
  return undefined;
}

/** Why a file is rejected before it is uploaded; undefined if it is accepted. */
export function explainRejectedUpload(file: Parameters<typeof explainRejectedImage>[0]) {
  const { bytes } = imageLimits;
  return (
    explainRejectedImage(file) ??
    (file.size > bytes ? `the file is larger than ${bytes / 1024 / 1024} MB` : undefined)
  );
}

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
