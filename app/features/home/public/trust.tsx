import { orderSteps, type TrustTexts, trustFacts } from '#app/features/business/business-terms.ts';
import type { SiteTexts } from '#app/features/business/site-texts.ts';
import { SectionHead } from '#app/site/page-parts.tsx';

type TrustProps = { texts: TrustTexts; hstNumber: string | null; site: SiteTexts<'home'> };

/** The steps of an order, and what the business has entered about itself. */
export function Trust({ texts, hstNumber, site }: TrustProps) {
  const steps = pickTexts(orderSteps, texts);
  const facts = [
    ...pickTexts(trustFacts, texts),
    ...(hstNumber ? [{ label: 'HST number', text: hstNumber }] : []),
  ];
  if (steps.length === 0 && facts.length === 0) return null;
  return (
    <section aria-labelledby="trust" className="wrap py-11 sm:py-16">
      <SectionHead id="trust" title={steps.length > 0 ? site.steps_title : site.facts_title} />
      {steps.length > 0 && (
        <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ label, text }, index) => (
            <li key={label} className="border-brand border-t-4 pt-4">
              <h3 className="display text-2xl">
                <span aria-hidden="true" className="mr-2 text-brand">
                  {index + 1}
                </span>
                {label}
              </h3>
              <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && (
        <dl className="mt-9 grid gap-x-8 first:mt-0 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(({ label, text }) => (
            <div key={label} className="border-line border-t py-4">
              <dt className="font-semibold">{label}</dt>
              <dd className="mt-1 whitespace-pre-line wrap-anywhere text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function pickTexts(labels: Partial<Record<keyof TrustTexts, string>>, texts: TrustTexts) {
  return Object.entries(labels).flatMap(([name, label]) => {
    const text = texts[name as keyof TrustTexts];
    return text ? [{ label, text }] : [];
  });
}
