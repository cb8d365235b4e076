import { laterForm } from '#app/site/forms/later-form.tsx';
import type { ContactFormProps } from './contact-form.tsx';

/** The contact form, whose scripts are loaded when a visitor comes to it. */
export const LaterContactForm = laterForm<ContactFormProps>(async () => {
  const { ContactForm } = await import('./contact-form.tsx');
  return ContactForm;
});
