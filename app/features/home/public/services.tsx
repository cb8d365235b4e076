import { ChevronRight } from 'lucide-react';
import { getServicePath, type ShownService } from '#app/features/business/service-terms.ts';
import type { SiteTexts } from '#app/features/business/site-texts.ts';
import { QuoteRequestLink } from '#app/features/enquiries/quote-request-link.tsx';
import { filterProjects } from '#app/features/projects/project-filter.ts';
import { SectionHead, SiteLink } from '#app/site/page-parts.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { HouseDrawing } from '#app/ui/house-drawing.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { services } from './service-list.ts';

type ServicesProps = {
  projects: { project_type: string }[];
  shown: ShownService[];
  texts: SiteTexts<'home'>;
};

export function Services({ projects, shown, texts }: ServicesProps) {
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="services" className="wrap py-11 sm:py-16">
      <SectionHead id="services" title={texts.services_title} />
      <ul className="grid grid-cols-1 border-line border-t border-l sm:grid-cols-2 lg:grid-cols-4">
        {shown.map((service) => (
          <ServiceCard key={service.name} {...service} projects={projects} />
        ))}
        <li className="on-dark flex flex-col justify-between gap-6 border-line border-r border-b bg-ink p-6 text-white">
          <p className="display text-2xl">{texts.services_other}</p>
          <QuoteRequestLink className={buttonClass('on-dark', 'w-full')}>
            Request a quote
          </QuoteRequestLink>
        </li>
      </ul>
    </section>
  );
}

type ServiceCardProps = Pick<ServicesProps, 'projects'> & ShownService;

function ServiceCard({ name, text, image, link, projects }: ServiceCardProps) {
  const drawing = <HouseDrawing part={services[name].part} className="w-full sm:mb-5" />;
  return (
    <li className="group relative grid grid-cols-[minmax(0,1fr)_minmax(min-content,1.1fr)] items-end gap-x-4 border-line border-r border-b bg-sheet p-4 sm:flex sm:flex-col sm:items-stretch sm:p-6">
      {image ? (
        <ResponsiveImage
          path={image}
          alt=""
          sizes="(min-width: 64rem) 25vw, (min-width: 40rem) 50vw, 45vw"
          width={480}
          height={320}
          className="aspect-3/2 w-full object-cover sm:mb-5"
          fallback={drawing}
        />
      ) : (
        drawing
      )}
      <h3 className="display text-[1.375rem] sm:text-2xl">
        <SiteLink
          to={link ?? getServicePath(name)}
          className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-2 group-hover:underline-offset-4"
        >
          {name}
        </SiteLink>
      </h3>
      {text && <p className="col-span-2 mt-2 text-ink-soft">{text}</p>}
      <p className="col-span-2 mt-1 sm:mt-auto sm:pt-2">
        <NextStep name={name} projects={projects} />
      </p>
    </li>
  );
}

/** Where most visitors go on from a service. */
function NextStep({ name, projects }: Pick<ServiceCardProps, 'name' | 'projects'>) {
  const { work, projectType } = services[name];
  const hasWork = work !== undefined && filterProjects(projects, work, []).length > 0;
  const page = projectType ? hasWork && `/?work=${work}#work` : '/sheds';
  const label = page ? (projectType ? 'See our work' : 'See sheds and prices') : 'Request a quote';
  const content = (
    <>
      {label}
      <ChevronRight aria-hidden="true" className="size-4" />
    </>
  );
  const link = {
    'aria-label': `${label}: ${name}`,
    className:
      'relative z-1 -my-1 inline-flex min-h-11 items-center gap-1 font-semibold text-brand hover:underline',
  };
  return page ? (
    <SiteLink to={page} {...link}>
      {content}
    </SiteLink>
  ) : (
    <QuoteRequestLink projectType={projectType} {...link}>
      {content}
    </QuoteRequestLink>
  );
}
