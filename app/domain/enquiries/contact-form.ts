import { emailAddress, optionalText, requiredText } from '../form-fields.ts';
import { lengths } from '../limits.ts';
import { z } from '../zod-mini.ts';

/** The public contact form; the browser and the action check with the same sentences. */
export const contactForm = z.object({
  name: requiredText(2, 'Name must be at least 2 characters', lengths.name),
  email: emailAddress(),
  phone: optionalText(lengths.phone),
  subject: requiredText(3, 'Subject must be at least 3 characters', lengths.subject),
  message: requiredText(10, 'Message must be at least 10 characters', lengths.message),
});

/** The form as it is typed, and as it is once it was checked. */
export type ContactInput = z.input<typeof contactForm>;
export type ContactForm = z.output<typeof contactForm>;
