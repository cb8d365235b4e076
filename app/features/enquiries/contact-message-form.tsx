import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { contactForm, contactMessages, emptyContact } from './contact-form.ts';
import { type EnquiryConfig, EnquiryForm } from './public/enquiry-form.tsx';
import type { FormResult } from './public/send-form.tsx';

const contactConfig: EnquiryConfig<keyof typeof emptyContact> = {
  type: 'contact',
  path: '/contact',
  labels: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    location: 'Town or Postal Code',
    contact_preference: 'Best Way to Reach You',
    subject: 'Subject',
    message: 'Message',
  },
  schema: contactForm,
  error: contactMessages.error,
  submit: 'Send Message',
  submitting: 'Sending Message...',
  personal: [],
};

/** @param props.result of the last post without scripts */
export function ContactForm({ result }: { result?: FormResult | undefined }) {
  return (
    <EnquiryForm config={contactConfig} id="contact-form" initial={emptyContact} posted={result}>
      {(field) => (
        <>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField {...field('name')} required autoComplete="name" />
            <TextField {...field('email')} required type="email" autoComplete="email" />
            <TextField {...field('phone')} type="tel" autoComplete="tel" />
            <TextField {...field('location')} autoComplete="address-level2" />
            <TextField
              {...field('contact_preference')}
              hint="Call, text or email? What time of day?"
            />
            <TextField {...field('subject')} required />
          </div>
          <TextAreaField {...field('message')} required rows={6} />
        </>
      )}
    </EnquiryForm>
  );
}
