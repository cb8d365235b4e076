import { getInitials, type Person } from '#app/features/business/people.ts';
import { SectionHead } from '#app/site/page-parts.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';

export default function People({ title, people }: { title: string; people: Person[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people" className="wrap py-11 sm:py-16">
      <SectionHead id="people" title={title} />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-6">
        {people.map(({ name, role, photo }) => (
          <li key={`${name} ${photo}`}>
            <div className="aspect-square overflow-hidden border border-line bg-pine">
              <Photo name={name} photo={photo} />
            </div>
            <p className="mt-3 font-semibold wrap-anywhere">{name}</p>
            {role && <p className="text-ink-soft wrap-anywhere">{role}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Photo({ name, photo }: Pick<Person, 'name' | 'photo'>) {
  const initials = (
    <span
      aria-hidden="true"
      className="display grid size-full place-items-center text-5xl text-ink-soft"
    >
      {getInitials(name)}
    </span>
  );
  if (!photo) return initials;
  return (
    <ResponsiveImage
      path={photo}
      alt={name}
      sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 33vw, 50vw"
      width={480}
      height={480}
      className="size-full object-cover"
      fallback={initials}
    />
  );
}
