import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { readColleagues } from '#app/features/accounts/colleagues.ts';
import { hasMfa } from '#app/features/accounts/mfa.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { readTaxSettings } from '#app/features/business/tax-settings.ts';
import { readDesignerSettings } from '#app/features/designer/designer-settings-row.ts';
import { parseHints } from '#app/features/designer/fit-hints.ts';
import { readQuoteSettings } from '#app/features/quotes/quote-settings.ts';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { isMailConfigured } from '#app/lib/mail-status.ts';
import { Button } from '#app/ui/button.tsx';
import { FormSection } from '../screen-parts.tsx';
import { type Demonstration, isDemonstration } from './demonstration.ts';

type StepId = keyof typeof steps;

const steps = {
  demonstration: {
    title: 'Remove demonstration content',
    text: 'All of it at once, with a backup first.',
    to: '/admin?remove=demonstration',
  },
  business: {
    title: 'Name, contact and hours',
    text: 'So customers can reach you.',
    to: '/admin/settings',
  },
  looks: {
    title: 'Logo and colour',
    text: 'On the website, in emails and on quotes.',
    to: '/admin/appearance',
  },
  services: {
    title: 'Describe your services',
    text: 'One sentence each, shown on the home page.',
    to: '/admin/settings',
  },
  shed: {
    title: 'Your first shed',
    text: 'Add photos, or start from a design.',
    to: '/admin/sheds',
  },
  projects: {
    title: 'Photos of your work',
    text: 'One finished project is enough to start.',
    to: '/admin/projects',
  },
  prices: {
    title: 'Price list',
    text: 'The designer shows prices once you publish it.',
    to: '/admin/price-list',
  },
  permits: {
    title: 'Building permits',
    text: "Check what the designer says about your town's rules.",
    to: '/admin/price-list?tab=visitors',
  },
  quotes: {
    title: 'Quote terms and HST',
    text: 'Your first quote starts with these.',
    to: '/admin/quote-builder/settings',
  },
  email: {
    title: 'Email',
    text: 'So enquiries and quotes reach you and your customers.',
    to: '/admin/email',
  },
  colleague: {
    title: 'A colleague',
    text: 'So someone else can answer when you are on a roof.',
    to: '/admin/colleagues',
  },
  mfa: {
    title: 'Two-step sign-in',
    text: 'Protects your customers even if someone learns your password.',
    to: '/admin/account',
  },
};

async function hasRows(client: Client, table: 'shed_listings' | 'past_projects'): Promise<boolean> {
  const { data } = await client.from(table).select('id').limit(1).throwOnError();
  return data.length > 0;
}

export type StepsDone = Record<Exclude<StepId, 'demonstration'>, boolean>;

export async function readStepsDone(client: Client): Promise<StepsDone> {
  const [business, tax, designer, quotes, shed, projects, published, email, colleagues, mfa] =
    await Promise.all([
      readBusinessSettings(client),
      readTaxSettings(client),
      readDesignerSettings(client),
      readQuoteSettings(client),
      hasRows(client, 'shed_listings'),
      hasRows(client, 'past_projects'),
      client
        .from('price_lists')
        .select('id')
        .not('published_at', 'is', null)
        .limit(1)
        .throwOnError(),
      isMailConfigured(client),
      readColleagues(client),
      hasMfa(client),
    ]);
  return {
    business: Boolean(business?.phone || business?.email) && business?.hours != null,
    looks: Boolean(business?.logo_image || business?.accent_color || business?.typefaces),
    services: Object.keys(business?.service_texts ?? {}).length > 0,
    shed,
    projects,
    prices: published.data.length > 0,
    permits: parseHints(designer?.hints).permit.checkedOn !== null,
    quotes: quotes !== null && tax !== null,
    email,
    colleague: colleagues.length > 1,
    mfa,
  };
}

const skippedKey = 'first-steps-skipped';

/** The first step is done for a day, and absent on a site without demonstration content. */
function listSteps(state: Demonstration | undefined): StepId[] {
  const hasContent = state && (isDemonstration(state) || state.removed_at);
  return (Object.keys(steps) as StepId[]).filter((id) => id !== 'demonstration' || hasContent);
}

type FirstStepsProps = { done: StepsDone; demonstration: Demonstration | undefined };

/** What a new shop still needs. A step that is skipped comes back with the next visit, until it is done. */
export function FirstSteps({ done, demonstration }: FirstStepsProps) {
  const [skipped, setSkipped] = useState(() => tabItems.getItem(skippedKey)?.split(' ') ?? []);

  function skip(id: StepId) {
    const all = [...skipped, id];
    tabItems.setItem(skippedKey, all.join(' '));
    setSkipped(all);
  }

  const isDone = (id: StepId) =>
    id === 'demonstration' ? demonstration && !isDemonstration(demonstration) : done[id];
  const ids = listSteps(demonstration);
  const finished = ids.filter(isDone);
  const open = ids.filter((id) => !isDone(id) && !skipped.includes(id));
  if (open.length === 0) return null;
  return (
    <div className="mt-5">
      <FormSection
        title="First steps"
        intro={`${finished.length} of ${ids.length} done. Skipped steps come back on your next visit.`}
      >
        <ul className="divide-y divide-line">
          {open.map((id) => (
            <li key={id} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
              <Circle aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
              <div className="min-w-0 flex-1">
                <Link to={steps[id].to} className="drawn-link inline-flex min-h-11 items-center">
                  {steps[id].title}
                </Link>
                <p className="text-ink-soft text-sm">{steps[id].text}</p>
              </div>
              <Button
                variant="secondary"
                aria-label={`Skip: ${steps[id].title}`}
                onClick={() => skip(id)}
              >
                Skip
              </Button>
            </li>
          ))}
        </ul>
        {finished.length > 0 && (
          <ul aria-label="Done" className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-ink-soft">
            {finished.map((id) => (
              <li key={id} className="flex items-center gap-1.5">
                <CircleCheck aria-hidden className="size-5 shrink-0 text-moss" strokeWidth={1.75} />
                {steps[id].title}
              </li>
            ))}
          </ul>
        )}
      </FormSection>
    </div>
  );
}
