import type { MouseEvent } from 'react';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { ListedPrice, ShedImage } from '../listed-shed.tsx';
import type { DrawnShed } from '../shed-listings.ts';
import { parseSpecifications } from '../specifications.ts';

type ShedCardProps = {
  shed: DrawnShed;
  priority: boolean;
  onOpen?: () => void;
};

const featuresShown = 3;

export function ShedCard({ shed, priority, onOpen }: ShedCardProps) {
  const { standard_features: features } = parseSpecifications(shed.specifications);
  const more = features.length - featuresShown;

  function open(event: MouseEvent) {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <article className="flex h-full flex-col border border-line bg-sheet">
      <div className="group relative flex flex-1 flex-col">
        <div className="relative aspect-4/3 overflow-hidden border-line border-b bg-pine">
          <ShedImage
            shed={shed}
            priority={priority}
            sizes="(min-width: 80rem) 20rem, (min-width: 40rem) 45vw, calc(100vw - 2.5rem)"
          />
          {shed.is_featured && (
            <span className="absolute top-0 left-0 bg-ink px-3 py-1 font-semibold text-sm text-white">
              Featured
            </span>
          )}
        </div>
        <div className="flex flex-1 flex-col p-5">
          <h3 className="display line-clamp-4 text-2xl">
            <a
              href={`/custom-sheds/${shed.id}`}
              onClick={open}
              className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
            >
              {shed.title}
            </a>
          </h3>
          <p className="mt-1.5 line-clamp-3 text-ink-soft">
            {[shed.size, shed.shed_style, shed.material_type, shed.color].join(', ')}
          </p>
          {features.length > 0 && (
            <ul className="mt-4 border-line border-t">
              {features.slice(0, featuresShown).map((feature, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: features may repeat
                <li key={index} className="border-line border-b py-1.5 text-[0.9375rem]">
                  <span className="line-clamp-3">{feature}</span>
                </li>
              ))}
              {more > 0 && <li className="py-1.5 text-[0.9375rem] text-ink-soft">{more} more</li>}
            </ul>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 p-5 pt-0">
        <p className="font-display font-semibold text-xl">
          <ListedPrice price={shed.price} />
        </p>
        <QuoteRequestLink shed={shed} className={buttonClass('secondary', 'px-4')}>
          Request a Quote
        </QuoteRequestLink>
      </div>
    </article>
  );
}
