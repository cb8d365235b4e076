import { useQuery } from '@tanstack/react-query';
import {
  deleteQuoteTemplate,
  listQuoteTemplates,
  type QuoteTemplate,
} from '#app/data/quote-templates.ts';
import { Button } from '#app/ui/button.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import { FormSection } from '../form-section.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { useDeletion } from '../lists/use-deletion.tsx';
import { useAdminClient } from '../session.ts';

/** The templates that new quotes can start from. */
export function TemplateList() {
  const client = useAdminClient();
  const toasts = useToasts();
  const query = useQuery({
    queryKey: ['quote_templates'],
    queryFn: () => listQuoteTemplates(client),
  });
  const deletion = useDeletion<QuoteTemplate, void>({
    table: 'quote_templates',
    question: 'Delete this template?',
    remove: (client, { id }) => deleteQuoteTemplate(client, id),
    onSuccess: (_deleted, { name }) => toasts.news(`The template “${name}” is deleted.`),
    explainError: (message) => `The template could not be deleted: ${message}`,
    noResponse: 'The template could not be deleted. Please try again in a moment.',
  });
  return (
    <div className="mt-5">
      <FormSection
        title="Templates"
        intro="New quotes can start from them. 'Save as template' at the end of a quote adds one."
      >
        <ListStates entityPlural="templates" shape="text" query={query}>
          {(templates) =>
            templates.length === 0 ? (
              <p className="text-ink-soft">There is no template yet.</p>
            ) : (
              <ul className="divide-y divide-line">
                {templates.map((template) => (
                  <li
                    key={template.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
                  >
                    <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{template.name}</span>
                    <Button
                      variant="secondary"
                      aria-label={`Delete ${template.name}`}
                      onClick={() => deletion.ask(template)}
                    >
                      Delete
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </ListStates>
        {deletion.dialogs}
      </FormSection>
    </div>
  );
}
