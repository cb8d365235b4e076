import { emailAddress, optionalText, requiredText } from '#app/lib/form-fields.ts';
import { lengths } from '#app/lib/limits.ts';
import { z } from '#app/lib/zod-mini.ts';

/** The public contact form; the browser and the action check with the same messages. */
export const contactForm = z.object({
  name: requiredText(2, 'Name must be at least 2 characters', lengths.name),
  email: emailAddress(),
  phone: optionalText(lengths.phone),
  location: optionalText(lengths.location),
  contact_preference: optionalText(lengths.contactPreference),
  subject: requiredText(3, 'Subject must be at least 3 characters', lengths.subject),
  message: requiredText(10, 'Message must be at least 10 characters', lengths.message),
});

export type ContactForm = z.output<typeof contactForm>;

export const emptyContact: ContactForm = {
  name: '',
  email: '',
  phone: '',
  location: '',
  contact_preference: '',
  subject: '',
  message: '',
};

/** The messages after the contact form is sent. */
export const contactMessages = {
  success: "Thank you for your message! We'll get back to you within 24 hours.",
  error: 'Sorry, there was an error sending your message. Please try again or call us directly.',
} as const;
