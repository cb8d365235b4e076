import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { listLatestQuotes } from '#app/data/quote-summaries.ts';
import { listQuoteTemplates } from '#app/data/quote-templates.ts';
import { FormSection } from '../form-section.tsx';
import { useAdminClient } from '../session.ts';

const maxSheds = 200;
const maxQuotes = 50;

/** What a new quote can start with, also one for a request: a template, an earlier quote or a listing. */
export function StartFrom() {
  const client = useAdminClient();
  const { data } = useQuery({
    queryKey: ['quote_templates', 'start'],
    queryFn: async () => {
      const [templates, quotes, sheds] = await Promise.all([
        listQuoteTemplates(client),
        listLatestQuotes(client, maxQuotes),
        client
          .from('shed_listings')
          .select('id, title')
          .order('title')
          .limit(maxSheds)
          .throwOnError(),
      ]);
      return { templates, quotes, sheds: sheds.data };
    },
  });
  if (!data) return null;
  const { templates, quotes, sheds } = data;
  if (templates.length + quotes.length + sheds.length === 0) return null;
  return (
    <div className="mb-5">
      <FormSection title="Start from">
        <Links
          summary={`Templates (${templates.length})`}
          parameter="template"
          links={templates.map(({ id, name }) => [id, name])}
        />
        <Links
          summary={`Earlier quotes (${quotes.length})`}
          parameter="quote"
          links={quotes.map(({ id, number, customer_name, title }) => [
            id,
            [number ?? 'Draft', customer_name, title].filter(Boolean).join(', '),
          ])}
        />
        <Links
          summary={`Shed listings (${sheds.length})`}
          parameter="shed"
          links={sheds.map(({ id, title }) => [id, title])}
        />
      </FormSection>
    </div>
  );
}

type LinksProps = {
  summary: string;
  parameter: string;
  links: [id: string, label: string][];
};

function Links({ summary, parameter, links }: LinksProps) {
  const [params] = useSearchParams();
  if (links.length === 0) return null;
  const request = params.get('request');
  const search = (id: string) =>
    `?${new URLSearchParams({ ...(request && { request }), [parameter]: id })}`;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">{summary}</summary>
      <ul className="max-h-72 overflow-y-auto">
        {links.map(([id, label]) => (
          <li key={id} className="wrap-anywhere">
            <Link
              to={{ search: search(id) }}
              className="drawn-link inline-flex min-h-11 items-center"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
