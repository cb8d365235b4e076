import type { Row } from '#app/data/database.types.ts';
import { ContactDetails } from '#app/site/contact-details.tsx';
import { ContactForm } from '#app/site/enquiries/contact-form.tsx';
import { QuoteLink } from '#app/site/enquiries/quote-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';

export function ContactSection({ settings }: { settings: Row<'business_settings'> | null }) {
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      className="pitched content-visibility-500 bg-pine outline-none [--pitch:2.5rem] sm:content-visibility-447 sm:[--pitch:4rem] lg:content-visibility-253"
    >
      <div className="wrap grid grid-cols-1 gap-10 pt-24 pb-20 sm:pt-36 sm:pb-28 lg:grid-cols-12 lg:gap-12">
        <div className="lg:col-span-5">
          <h2 id="contact-title" className="display text-4xl sm:text-6xl">
            Tell us what you have in mind.
          </h2>
          <p className="mt-5 max-w-md text-lg">
            A question, a sketch, a rough size: all of it helps. For a price, send a quote request,
            with pictures if you have some.
          </p>
          <QuoteLink className={buttonClass('secondary', 'mt-6')}>Request a Quote</QuoteLink>
          <ContactDetails settings={settings} />
        </div>
        <div className="border border-line bg-sheet p-5 sm:p-8 lg:col-span-7">
          <h3 className="display mb-6 text-2xl">Send us a message</h3>
          <ContactForm />
        </div>
      </div>
    </section>
  );
}
