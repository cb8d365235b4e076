import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { parseJson } from '#app/lib/parse-json.ts';
import { normalizeLinkUrl } from '#app/lib/rich-text-urls.ts';
import { isHttpUrl, isSiteLink, isUuid } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';

/** The most images of one gallery. */
export const maxGalleryImages = 30;

/** What a button's link may be: a path of this site, or what links in text may be. Undefined if it is invalid. */
export function normalizeButtonHref(typed: string): string | undefined {
  const text = typed.trim();
  return isSiteLink(text) ? text : normalizeLinkUrl(text);
}

/** A key in the images bucket that is for visitors. */
const image = z
  .string()
  .regex(/^(?:projects|sheds|blog|hero|thumbnails)\/[^\s/]{1,250}$/, 'Please choose an image');

const block = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('gallery'),
    paths: z
      .array(image)
      .min(1, 'Please add an image')
      .max(maxGalleryImages, `Please use at most ${maxGalleryImages} images`),
  }),
  z.object({
    type: z.literal('comparison'),
    before: image,
    after: image,
    title: optionalText(200),
  }),
  z.object({
    type: z.literal('video'),
    title: requiredText(1, 'Title is required', 200),
    url: z.string().trim().max(1000).refine(isHttpUrl, 'Please enter a valid video URL'),
    thumbnail: z.nullable(image),
  }),
  z.object({ type: z.literal('review'), id: z.string().refine(isUuid, 'Please choose a review') }),
  z.object({
    type: z.literal('question'),
    question: requiredText(1, 'Question is required', 200),
    answer: requiredText(1, 'Answer is required', 2000),
  }),
  z.object({
    type: z.literal('button'),
    label: requiredText(1, 'Text is required', 80),
    href: z.string().transform((typed, context) => {
      const href = typed.length <= 500 ? normalizeButtonHref(typed) : undefined;
      if (href !== undefined) return href;
      const message =
        'Please enter a page of this site such as /sheds, a web address, email address or phone number';
      context.issues.push({ code: 'custom', message, input: typed });
      return z.NEVER;
    }),
  }),
]);

/** A part of a page between its texts. Image paths are keys of the images bucket. */
export type Block = z.output<typeof block>;
export type BlockType = Block['type'];

/** What the editor and the conflict dialog call a block. */
export const blockLabels: Record<BlockType, string> = {
  gallery: 'Gallery',
  comparison: 'Before and after',
  video: 'Video',
  review: 'Review',
  question: 'Question and answer',
  button: 'Button',
};

/** Checks an entered block. */
export const checkBlock = (entered: unknown) => block.safeParse(entered);

/** Reads a block from JSON; undefined if it isn't one. */
export function parseBlock(json: string | null | undefined): Block | undefined {
  return json ? block.safeParse(parseJson(json)).data : undefined;
}

/** One line that tells a block from others of its type; empty if only its images or its review do. */
export function describeBlock(shown: Block): string {
  if (shown.type === 'gallery') {
    return shown.paths.length === 1 ? '1 image' : `${shown.paths.length} images`;
  }
  if (shown.type === 'comparison' || shown.type === 'video') return shown.title;
  if (shown.type === 'question') return shown.question;
  return shown.type === 'button' ? `${shown.label} (${shown.href})` : '';
}
