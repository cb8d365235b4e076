import { Info } from 'lucide-react';

const places = [
  ['Business name', 'header and footer'],
  ['Contact info', 'header and contact section'],
  ['Business hours', 'header and footer'],
  ['Address', 'footer and contact forms'],
  ['Social links', 'footer'],
];

/** Tells where the website shows what is entered here. */
export function WhereItAppears() {
  return (
    <aside
      aria-labelledby="where-it-appears"
      className="flex gap-3.5 rounded-md border border-line bg-pine px-4 py-5 sm:px-6"
    >
      <Info aria-hidden className="mt-0.5 size-6 shrink-0" strokeWidth={1.75} />
      <div className="min-w-0">
        <h2 id="where-it-appears" className="font-semibold text-lg leading-snug">
          Where this information appears
        </h2>
        <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-1">
          {places.map(([what, where]) => (
            <div key={what}>
              <dt className="inline font-semibold">{what}:</dt> <dd className="inline">{where}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}
