import { zodResolver } from '@hookform/resolvers/zod';
import { contactForm, quoteForm } from '#app/domain/enquiries/schemas.ts';

export const resolvers = { contact: zodResolver(contactForm), quote: zodResolver(quoteForm) };
