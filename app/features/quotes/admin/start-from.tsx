import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDebouncedValue } from '#app/admin/lists/use-url-params.ts';
import { logError } from '#app/admin/log-error.ts';
import { SmallField } from '#app/admin/records/record-fields.tsx';
import { FormSection } from '#app/admin/screen-parts.tsx';
import { useAdminClient } from '#app/admin/session.ts';
import { readRow } from '#app/lib/crud.ts';
import { ConfirmDialog } from '#app/ui/dialog.tsx';
import { useToasts } from '#app/ui/toast.tsx';
import {
  createListingStart,
  createTemplateStart,
  listQuoteTemplates,
  type QuoteStart,
} from '../quote-start.ts';
import { readQuotePage } from '../quotes.ts';

const maxSheds = 200;

type StartFromProps = {
  current: QuoteStart;
  hasInput: () => boolean;
  onChoose: (start: QuoteStart) => void;
};

type Choice = { name: string; read: () => Promise<QuoteStart> };

export default function StartFrom({ current, hasInput, onChoose }: StartFromProps) {
  const client = useAdminClient();
  const toasts = useToasts();
  const [replacement, setReplacement] = useState<Choice>();
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

  async function choose({ name, read }: Choice) {
    setReplacement(undefined);
    try {
      onChoose(await read());
      toasts.news(`The quote starts with “${name}”.`, { key: 'start' });
    } catch (error) {
      logError('Quote source load failed', error);
      toasts.error(`Couldn't load “${name}”. Please try again.`);
    }
  }
  const ask = (choice: Choice) => (hasInput() ? setReplacement(choice) : void choose(choice));

  async function readListing(id: string) {
    const shed = await readRow(client, 'shed_listings', id);
    if (!shed) throw new Error('The listing was deleted');
    return createListingStart(shed);
  }

  if (!data) return null;
  return (
    <FormSection title="Start from" intro="The customer's details stay the same.">
      <Choices
        summary={`Templates (${data.templates.length})`}
        choices={data.templates.map(({ id, name, content }) => ({
          id,
          name,
          read: async () => createTemplateStart(content, current),
        }))}
        onChoose={ask}
      />
      <Choices
        summary={`Shed listings (${data.sheds.length})`}
        choices={data.sheds.map(({ id, title }) => ({
          id,
          name: title,
          read: () => readListing(id),
        }))}
        onChoose={ask}
      />
      <EarlierQuotes onChoose={ask} />
      <ConfirmDialog
        open={replacement !== undefined}
        title="Replace what you have entered?"
        confirmLabel="Replace"
        cancelLabel="Keep editing"
        onClose={() => setReplacement(undefined)}
        onConfirm={() => replacement && void choose(replacement)}
      >
        {`“${replacement?.name}” replaces the items and terms below. The customer's details stay the same.`}
      </ConfirmDialog>
    </FormSection>
  );
}

function EarlierQuotes({ onChoose }: { onChoose: (choice: Choice) => void }) {
  const client = useAdminClient();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [typed, setTyped] = useDebouncedValue(search, setSearch);
  const { data } = useQuery({
    queryKey: ['quotes', 'start', search],
    queryFn: () => readQuotePage(client, { tab: 'all', search }, 1),
    placeholderData: (previous) => previous,
    enabled: isOpen,
  });
  return (
    <Choices
      summary="Earlier quotes"
      onToggle={setOpen}
      choices={(data?.rows ?? []).map(({ id, number, title, customer_name, content }) => ({
        id,
        name: [number ?? 'Draft', title, customer_name].filter(Boolean).join(', '),
        read: async () => ({ content, unpriced: [] }),
      }))}
      onChoose={onChoose}
    >
      <div className="max-w-md">
        <SmallField
          label="Search earlier quotes"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p role="status" className="text-ink-soft empty:hidden">
        {data?.rows.length === 0 && 'Nothing matches.'}
      </p>
    </Choices>
  );
}

type ChoicesProps = {
  summary: string;
  choices: (Choice & { id: string })[];
  onChoose: (choice: Choice) => void;
  onToggle?: (isOpen: boolean) => void;
  children?: ReactNode;
};

function Choices({ summary, choices, onChoose, onToggle, children }: ChoicesProps) {
  if (choices.length === 0 && !children) return null;
  return (
    <details onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2">{summary}</summary>
      {children}
      <ul>
        {choices.map(({ id, ...choice }) => (
          <li key={id}>
            <button
              type="button"
              className="drawn-link min-h-11 text-left wrap-anywhere"
              onClick={() => onChoose(choice)}
            >
              {choice.name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
