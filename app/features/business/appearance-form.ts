import { optionalText } from '#app/lib/form-fields.ts';
import { isHttpUrl, isSitePath } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import { toReadableAccent } from './accent-color.ts';
import { maxAnnouncementLength } from './announcement.ts';
import type { LooksColumns } from './business-settings.ts';
import { isTypefacePair, typefaceValues } from './typefaces.ts';

/** A day such as 2026-12-24, or nothing. */
const day = z.union([z.literal(''), z.iso.date('Please enter a date')]);

/** The form of the screen 'Appearance', without the logo, which is chosen apart from the other fields. */
export const appearanceForm = z
  .object({
    /** Empty for the default. */
    accent_color: z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)]),
    /** Empty for the default. */
    typefaces: z.enum(['', ...typefaceValues]),
    announcement_text: optionalText(maxAnnouncementLength),
    announcement_link: optionalText(500).check(
      z.refine(
        (text) => text === '' || isHttpUrl(text) || isSitePath(text),
        'Please enter a link such as https://example.com or /sheds',
      ),
    ),
    announcement_from: day,
    announcement_until: day,
  })
  .superRefine(({ announcement_from: from, announcement_until: until }, context) => {
    if (!from || !until || from <= until) return;
    context.addIssue({
      code: 'custom',
      path: ['announcement_until'],
      message: 'Please enter a day on or after the first day',
    });
  });

export type AppearanceInput = z.input<typeof appearanceForm>;
export type AppearanceForm = z.output<typeof appearanceForm>;
type FormColumns = Pick<LooksColumns, keyof AppearanceForm>;

/** The initial form, from the stored row. */
export function toAppearanceForm(stored: FormColumns): AppearanceForm {
  return {
    accent_color: stored.accent_color ?? '',
    typefaces: isTypefacePair(stored.typefaces) ? stored.typefaces : '',
    announcement_text: stored.announcement_text ?? '',
    announcement_link: stored.announcement_link ?? '',
    announcement_from: stored.announcement_from ?? '',
    announcement_until: stored.announcement_until ?? '',
  };
}

/** The columns that a checked form fills, the accent dark enough for text; an empty field is null. */
export function toAppearanceColumns(form: AppearanceForm): FormColumns {
  return {
    accent_color: form.accent_color ? toReadableAccent(form.accent_color) : null,
    typefaces: form.typefaces || null,
    announcement_text: form.announcement_text || null,
    announcement_link: form.announcement_link || null,
    announcement_from: form.announcement_from || null,
    announcement_until: form.announcement_until || null,
  };
}
