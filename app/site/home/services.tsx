import { QuoteLink } from '#app/site/enquiries/quote-link.tsx';
import { SectionHead } from '#app/site/section-head.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/illustrations/house-drawing.tsx';
import { services } from './service-list.ts';

export function Services() {
  return (
    <section
      aria-labelledby="services"
      className="wrap content-visibility-390 py-16 sm:content-visibility-365 sm:py-24 lg:content-visibility-220"
    >
      <SectionHead id="services" title="What we build">
        <p className="max-w-md text-ink-soft text-lg">
          Everything on and around the house that has a frame, a roof or a straight edge.
        </p>
      </SectionHead>
      <ul className="grid grid-cols-1 border-line border-t border-l sm:grid-cols-2 lg:grid-cols-4">
        {services.map(({ name, part, text }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_minmax(min-content,1.1fr)] items-end gap-x-4 border-line border-r border-b bg-sheet p-4 sm:block sm:p-6"
          >
            <HouseDrawing part={part} className="w-full sm:mb-6" />
            <h3 className="display text-[1.375rem] sm:text-2xl">{name}</h3>
            <p className="col-span-2 mt-3 text-ink-soft sm:mt-2">{text}</p>
          </li>
        ))}
        <li className="on-dark flex flex-col justify-between gap-8 border-line border-r border-b bg-ink p-6 text-white">
          <p className="display text-2xl">Something else with four corners? Ask us.</p>
          <QuoteLink className={buttonClass('on-dark', 'w-full')}>Request a quote</QuoteLink>
        </li>
      </ul>
    </section>
  );
}
