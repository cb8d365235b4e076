import { X } from 'lucide-react';
import {
  type ShedFilter,
  shedFilterCategories,
  shedFilterQuery,
  toggleShedFilter,
} from '#app/domain/sheds/shed-filter.ts';
import { SiteLink } from '#app/site/site-link.tsx';

/** On a phone, where the filters are folded away: what is chosen, each to be taken back by a touch. */
export function ChosenFilters({ filter, pathname }: { filter: ShedFilter; pathname: string }) {
  const chosen = shedFilterCategories.flatMap(({ name, label }) => {
    const value = filter[name];
    return value ? [{ name, label, value }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap gap-2 lg:hidden">
      {chosen.map(({ name, label, value }) => (
        <li key={name}>
          <SiteLink
            to={`${pathname}${shedFilterQuery(toggleShedFilter(filter, name, value))}`}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-2 bg-ink px-3 text-[0.9375rem] text-white"
          >
            <span className="sr-only">Remove {label}: </span>
            {value}
            <X aria-hidden="true" className="size-4" />
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
