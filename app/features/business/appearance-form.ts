import { optionalText } from '#app/lib/form-fields.ts';
import { isHttpUrl, isSitePath } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import { toReadableAccent } from './accent-color.ts';
import { type AnnouncementColumns, maxAnnouncementLength } from './announcement.ts';
import type { LooksColumns } from './business-settings.ts';
import { isTypefacePair, typefaceValues } from './typefaces.ts';

/** The form of the screen 'Appearance', without the logo, which is chosen apart from the other fields. */
export const appearanceForm = z.object({
  /** Empty for the default. */
  accent_color: z.union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)]),
  /** Empty for the default. */
  typefaces: z.enum(['', ...typefaceValues]),
});

export type AppearanceForm = z.output<typeof appearanceForm>;
type FormColumns = Pick<LooksColumns, keyof AppearanceForm>;

/** The initial form, from the stored row. */
export const toAppearanceForm = ({
  accent_color,
  typefaces,
}: Record<keyof AppearanceForm, string | null>): AppearanceForm => ({
  accent_color: accent_color ?? '',
  typefaces: isTypefacePair(typefaces) ? typefaces : '',
});

/** The columns that a checked form fills, the accent dark enough for text; an empty field is null. */
export const toAppearanceColumns = ({ accent_color, typefaces }: AppearanceForm): FormColumns => ({
  accent_color: accent_color ? toReadableAccent(accent_color) : null,
  typefaces: typefaces || null,
});

/** A day such as 2026-12-24, or nothing. */
const day = z.union([z.literal(''), z.iso.date('Please enter a date')]);

/** The announcement, on the same screen. */
export const announcementForm = z
  .object({
    text: optionalText(maxAnnouncementLength),
    link: optionalText(500).check(
      z.refine(
        (text) => text === '' || isHttpUrl(text) || isSitePath(text),
        'Please enter a link such as https://example.com or /sheds',
      ),
    ),
    first_day: day,
    last_day: day,
  })
  .superRefine(({ first_day: first, last_day: last }, context) => {
    if (!first || !last || first <= last) return;
    context.addIssue({
      code: 'custom',
      path: ['last_day'],
      message: 'Please enter a day on or after the first day',
    });
  });

export type AnnouncementInput = z.input<typeof announcementForm>;
export type AnnouncementForm = z.output<typeof announcementForm>;

/** The initial form, from the stored row if there is one. */
export const toAnnouncementForm = (stored: AnnouncementColumns | undefined): AnnouncementForm => ({
  text: stored?.text ?? '',
  link: stored?.link ?? '',
  first_day: stored?.first_day ?? '',
  last_day: stored?.last_day ?? '',
});

/** The columns that a checked form fills; an empty field is null. */
export const toAnnouncementColumns = (form: AnnouncementForm): AnnouncementColumns => ({
  text: form.text || null,
  link: form.link || null,
  first_day: form.first_day || null,
  last_day: form.last_day || null,
});
