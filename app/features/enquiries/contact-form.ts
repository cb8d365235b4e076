import type { ContactForm } from './schemas.ts';

export const emptyContact: ContactForm = {
  name: '',
  email: '',
  phone: '',
  subject: '',
  message: '',
};

/** The results of sending the contact form. */
export const contactMessages = {
  success: "Thank you for your message! We'll get back to you within 24 hours.",
  error: 'Sorry, there was an error sending your message. Please try again or call us directly.',
} as const;
