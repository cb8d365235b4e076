import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listQuoteTemplates } from '#app/data/quote-templates.ts';
import { FormSection } from '../form-section.tsx';
import { useAdminClient } from '../session.ts';

const maxSheds = 200;

/** What a new quote can start with, beside a request: a template or a listing. */
export function StartFrom() {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: ['quote_templates', 'start'],
    queryFn: async () => {
      const [templates, sheds] = await Promise.all([
        listQuoteTemplates(client),
        client
          .from('shed_listings')
          .select('id, title')
          .order('title')
          .limit(maxSheds)
          .throwOnError(),
      ]);
      return { templates, sheds: sheds.data };
    },
  });
  if (!data || data.templates.length + data.sheds.length === 0) return null;
  const { templates, sheds } = data;
  return (
    <div className="mb-5">
      <FormSection title="Start from">
        <Links
          summary={`Templates (${templates.length})`}
          links={templates.map(({ id, name }) => [`?template=${id}`, name])}
        />
        <Links
          summary={`Shed listings (${sheds.length})`}
          links={sheds.map(({ id, title }) => [`?shed=${id}`, title])}
        />
      </FormSection>
    </div>
  );
}

function Links({ summary, links }: { summary: string; links: [search: string, label: string][] }) {
  if (links.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">{summary}</summary>
      <ul>
        {links.map(([search, label]) => (
          <li key={search}>
            <Link to={{ search }} className="drawn-link inline-flex min-h-11 items-center">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
