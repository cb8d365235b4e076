import { emailAddress, optionalText, requiredText } from '../form-fields.ts';
import { lengths, pictureLimits } from '../limits.ts';
import { z } from '../zod-mini.ts';

/** The path of an inspiration image in the images bucket: inspiration/{timestamp}-{file name}. */
const inspirationPath = /^inspiration\/[0-9]{10,16}-[A-Za-z0-9._-]{1,150}$/;

/** The public quote form; the browser and the action check with the same sentences. */
export const quoteForm = z.object({
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

/** The form as it is typed, and as it is once it was checked. */
export type QuoteInput = z.input<typeof quoteForm>;
export type QuoteForm = z.output<typeof quoteForm>;

/** The paths of a quote's images, as the form sends them with its fields. */
export const inspirationPaths = z
  .array(z.string().check(z.regex(inspirationPath, 'This picture could not be found')))
  .check(z.maxLength(pictureLimits.count, `Please attach at most ${pictureLimits.count} pictures`));
