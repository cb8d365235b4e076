import { buttonClass } from '#app/ui/button.tsx';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { contactForm, contactMessages, emptyContact } from './contact-form.ts';
import { type EnquiryConfig, EnquiryForm } from './public/enquiry-form.tsx';
import type { FormResult } from './public/send-form.tsx';
import { QuoteRequestLink } from './quote-request-link.tsx';

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

type ContactPanelProps = {
  level: 2 | 3;
  className: string;
  /** Result of the last post without JavaScript. */
  result?: FormResult | undefined;
};

/** The message form, after the way to the quote form: 'Get Free Quote' leads here. */
export function ContactPanel({ level, className, result }: ContactPanelProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={`border border-line bg-sheet p-5 sm:p-8 ${className}`}>
      <QuoteRequestLink className={buttonClass('primary', 'w-full sm:w-auto')}>
        Request a Quote
      </QuoteRequestLink>
      <div id="form" className="mt-6 border-line border-t pt-6">
        <Heading className="display mb-4 text-2xl">Send us a message</Heading>
        <ContactForm result={result} />
      </div>
    </div>
  );
}

function ContactForm({ result }: Pick<ContactPanelProps, 'result'>) {
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
              hint="Phone, text or email? What time of day?"
            />
            <TextField {...field('subject')} required />
          </div>
          <TextAreaField {...field('message')} required rows={6} />
        </>
      )}
    </EnquiryForm>
  );
}
