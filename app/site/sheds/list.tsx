import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Row } from '#app/data/database.types.ts';
import { readActiveSection } from '#app/data/home-content.ts';
import { logContext } from '#app/data/log-context.ts';
import { readPictureTexts } from '#app/data/picture-texts.ts';
import { listActiveSheds } from '#app/data/shed-listings.ts';
import { supabaseContext } from '#app/data/supabase-context.ts';
import { shedsPerPage } from '#app/domain/limits.ts';
import { pageOf } from '#app/domain/pages.ts';
import { filterSheds, readShedFilter, shedFilterQuery } from '#app/domain/shed-filter.ts';
import { fallbackName } from '#app/site/navigation.ts';
import { orEmpty } from '#app/site/or-empty.ts';
import { PictureTextsProvider } from '#app/site/picture-texts.tsx';
import { QuoteLink } from '#app/site/quote/quote-flow.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/list.ts';
import { ChosenFilters } from './chosen-filters.tsx';
import { ShedCard } from './shed-card.tsx';
import { ShedDialog } from './shed-dialog.tsx';
import { ShedFilters } from './shed-filters.tsx';
import { ShedPages } from './shed-pages.tsx';
import { ShedsHero } from './sheds-hero.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const client = context.get(supabaseContext);
  const log = context.get(logContext);
  const [hero, sheds] = await Promise.all([
    orEmpty(readActiveSection(client, 'sheds_hero'), null, log),
    orEmpty(listActiveSheds(client), [], log),
  ]);
  const { searchParams } = new URL(request.url);
  const matching = filterSheds(sheds, readShedFilter(searchParams));
  const page = pageOf(matching, searchParams.get('page'), shedsPerPage);
  const paths = [hero?.image_url, ...page.rows.flatMap(({ images }) => images)];
  const texts = await orEmpty(readPictureTexts(client, paths), {}, log);
  return { hero, sheds: page, texts };
}

export default function Sheds({ loaderData }: Route.ComponentProps) {
  const { hero, sheds, texts } = loaderData;
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<Row<'shed_listings'>>();
  const filter = readShedFilter(new URLSearchParams(search));
  const { rows, page, pages, total } = sheds;
  return (
    <PictureTextsProvider texts={texts}>
      <ShedsHero hero={hero} />
      <div className="wrap grid grid-cols-1 gap-8 py-10 sm:py-14 lg:grid-cols-[17rem_1fr] lg:gap-12">
        <ShedFilters filter={filter} pathname={pathname} />
        <section aria-labelledby="sheds-found">
          <div role="status">
            <h2 id="sheds-found" tabIndex={-1} className="mb-5 font-semibold text-lg outline-none">
              {total === 0
                ? 'No sheds match your current filters'
                : `${total} ${total === 1 ? 'shed' : 'sheds'}`}
            </h2>
          </div>
          <ChosenFilters filter={filter} pathname={pathname} />
          {total === 0 && (
            <div className="border border-line bg-sheet p-8">
              <p className="mb-5 max-w-prose">
                Take a filter away, or tell us what you have in mind: most of what we build is on no
                list.
              </p>
              <QuoteLink className={buttonClass('primary')}>Request Custom Quote</QuoteLink>
            </div>
          )}
          <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map((shed, index) => (
              <li key={shed.id}>
                <ShedCard shed={shed} priority={index < 3} onOpen={() => setOpen(shed)} />
              </li>
            ))}
          </ul>
          <ShedPages address={`${pathname}${shedFilterQuery(filter)}`} page={page} pages={pages} />
        </section>
      </div>
      <ShedDialog shed={open} onClose={() => setOpen(undefined)} />
    </PictureTextsProvider>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const root = matches[0]?.loaderData;
  const name = root?.settings?.business_name ?? fallbackName;
  return [
    { title: `Custom Sheds | ${name}` },
    {
      name: 'description',
      content: 'Sheds in wood, Duratemp, metal and vinyl, from 8x8 up, built in Ontario.',
    },
    { tagName: 'link', rel: 'canonical', href: `${root?.publicUrl ?? ''}/custom-sheds` },
  ];
}
