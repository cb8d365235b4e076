import type { Row } from '#app/data/database.types.ts';
import { ContactDetails } from '#app/site/contact-details.tsx';
import { ContactForm } from '#app/site/enquiries/contact-form.tsx';
import { QuoteRequestLink } from '#app/site/enquiries/quote-request-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';

export function ContactSection({ settings }: { settings: Row<'business_settings'> | null }) {
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      className="pitched content-visibility-476 -scroll-mt-6 bg-pine outline-none [--pitch:2.5rem] sm:content-visibility-414 sm:[--pitch:4rem] lg:content-visibility-225"
    >
      <div className="wrap grid grid-cols-1 gap-x-12 gap-y-7 pt-16 pb-14 sm:pt-24 sm:pb-18 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
        <div className="lg:col-span-5">
          <h2 id="contact-title" className="display text-4xl sm:text-6xl">
            Tell us what you have in mind.
          </h2>
          <p className="mt-4 max-w-md text-lg">
            A question, a sketch, a rough size: all of it helps. For a price, send a quote request,
            with pictures if you have some.
          </p>
          <QuoteRequestLink className={buttonClass('secondary', 'mt-4')}>
            Request a Quote
          </QuoteRequestLink>
        </div>
        <div className="border border-line bg-sheet p-5 sm:p-8 lg:col-span-7 lg:row-span-2">
          <h3 className="display mb-4 text-2xl">Send us a message</h3>
          <ContactForm />
        </div>
        <div className="lg:col-span-5">
          <ContactDetails settings={settings} />
        </div>
      </div>
    </section>
  );
}
