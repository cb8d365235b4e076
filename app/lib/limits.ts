/** Maximum lengths in characters, as in the database. */
export const lengths = {
  name: 120,
  email: 254,
  phone: 40,
  location: 120,
  contactPreference: 120,
  subject: 200,
  message: 10_000,
  choice: 60,
  projectType: 100,
} as const;

/** The limits of the images bucket, and the images of one quote request. */
export const imageLimits = {
  count: 20,
  bytes: 15 * 1024 * 1024,
  types: [
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/avif',
    'image/gif',
    'image/heic',
    'image/heif',
  ],
} as const;

/** Hours after which an uploaded image that no request references is deleted. */
export const unsentUploadHours = 48;

/** Months that enquiries are retained unless the settings differ; also the database's default. */
export const defaultRetentionMonths = 24;

/** How many rows the home page shows. */
export const homeLimits = { sheds: 3, projects: 8, reviews: 6 } as const;

export const shedsPerPage = 24;
export const postsPerPage = 24;
export const reviewsPerPage = 24;

/** Milliseconds between a quote's success and the closing of its dialog. */
export const closeDelayMs = 2000;

/** Milliseconds before the home page scrolls to the contact section. */
export const scrollDelayMs = 100;

/** In characters; a longer search is cut. */
export const maxSearchLength = 200;

/** Whether a file is a HEIC image. Some systems give it no type. */
export function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}
