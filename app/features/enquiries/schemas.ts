import { emailAddress, optionalText, requiredText } from '#app/lib/form-fields.ts';
import { imageLimits, lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod-mini.ts';

/** The public contact form; the browser and the action check with the same messages. */
export const contactForm = z.object({
  name: requiredText(2, 'Name must be at least 2 characters', lengths.name),
  email: emailAddress(),
  phone: optionalText(lengths.phone),
  subject: requiredText(3, 'Subject must be at least 3 characters', lengths.subject),
  message: requiredText(10, 'Message must be at least 10 characters', lengths.message),
});

export type ContactForm = z.output<typeof contactForm>;

/** The public quote form; the browser and the action check with the same messages. */
export const quoteRequestForm = z.object({
  customer_name: requiredText(2, 'Name must be at least 2 characters', lengths.name),
  email: emailAddress(),
  phone: optionalText(lengths.phone),
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

/** The paths of a quote's images, as the form sends them with its fields. */
export const inspirationPaths = z
  .array(z.string().check(z.regex(inspirationPath, 'This picture could not be found')))
  .check(z.maxLength(imageLimits.count, `Please attach at most ${imageLimits.count} pictures`));
