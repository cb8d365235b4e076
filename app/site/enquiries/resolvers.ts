import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues } from 'react-hook-form';
import { contactForm, quoteRequestForm } from '#app/domain/enquiries/schemas.ts';
import type { z } from '#app/domain/zod-mini.ts';

type Schema = z.core.$ZodType<FieldValues, FieldValues>;

const schemas: Record<'contact' | 'quote', Schema> = {
  contact: contactForm,
  quote: quoteRequestForm,
};

export const resolvers = {
  contact: zodResolver(schemas.contact),
  quote: zodResolver(schemas.quote),
};
