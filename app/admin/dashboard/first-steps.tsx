import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { readColleagues } from '#app/features/accounts/colleagues.ts';
import { hasMfa } from '#app/features/accounts/mfa.ts';
import { readBusinessSettings } from '#app/features/business/business-settings.ts';
import { readTaxSettings } from '#app/features/business/tax-settings.ts';
import { readDesignerSettings } from '#app/features/designer/designer-settings-row.ts';
import { parseHints } from '#app/features/designer/fit-hints.ts';
import { isWordingChecked, readQuoteSettings } from '#app/features/quotes/quote-settings.ts';
import { tabItems } from '#app/lib/browser-storage.ts';
import type { Client } from '#app/lib/client.ts';
import { isMailConfigured } from '#app/lib/mail-status.ts';
import { Button } from '#app/ui/button.tsx';
import { FormSection } from '../screen-parts.tsx';
import { type Demonstration, isDemonstration } from './demonstration.ts';
import { rememberSteps, type StepId, steps } from './first-step-list.ts';

type OwnStepId = Exclude<StepId, 'demonstration'>;

/** The steps that demonstration content looks like having done, by the table with that content. */
const seededTables: Partial<Record<OwnStepId, string>> = {
  ...{ business: 'business_settings', looks: 'business_settings', services: 'business_settings' },
  ...{ shed: 'shed_listings', projects: 'past_projects', prices: 'price_lists' },
  quotes: 'tax_settings',
};

async function countRows(
  client: Client,
  table: 'shed_listings' | 'past_projects' | 'price_lists',
): Promise<number> {
  const rows = client.from(table).select('*', { count: 'exact', head: true });
  const query = table === 'price_lists' ? rows.not('published_at', 'is', null) : rows;
  const { count } = await query.throwOnError();
  return count ?? 0;
}

/** How many records, settings or people do each step, with those of the demonstration. */
export type StepCounts = Record<OwnStepId, number>;

export async function readStepCounts(client: Client): Promise<StepCounts> {
  const [business, tax, designer, quotes, shed, projects, prices, email, colleagues, mfa] =
    await Promise.all([
      readBusinessSettings(client),
      readTaxSettings(client),
      readDesignerSettings(client),
      readQuoteSettings(client),
      countRows(client, 'shed_listings'),
      countRows(client, 'past_projects'),
      countRows(client, 'price_lists'),
      isMailConfigured(client),
      readColleagues(client),
      hasMfa(client),
    ]);
  return {
    business: Number(Boolean(business?.phone || business?.email) && business?.hours != null),
    looks: Number(Boolean(business?.logo_image || business?.accent_color || business?.typefaces)),
    services: Number(Object.keys(business?.service_texts ?? {}).length > 0),
    ...{ shed, projects, prices },
    permits: Number(parseHints(designer?.hints).permit.checkedOn !== null),
    quotes: Number(isWordingChecked(quotes?.defaults) && tax !== null),
    privacy: Number(Boolean(business?.privacy_checked_on)),
    email: Number(email),
    colleague: Number(colleagues.length > 1),
    mfa: Number(mfa),
  };
}

/** Whether a step is done by more than demonstration content that nobody has edited. */
function isStepDone(id: OwnStepId, counts: StepCounts, state: Demonstration | undefined): boolean {
  const seeded = state?.unedited[seededTables[id] ?? ''] ?? 0;
  return counts[id] > seeded;
}

const skippedKey = 'first-steps-skipped';

/** The first step is done for a day, and absent on a site without demonstration content. */
function listSteps(state: Demonstration | undefined): StepId[] {
  const hasContent = state && (isDemonstration(state) || state.removed_at);
  return (Object.keys(steps) as StepId[]).filter((id) => id !== 'demonstration' || hasContent);
}

type FirstStepsProps = { counts: StepCounts; demonstration: Demonstration | undefined };

/** What a new shop still needs. A step that is skipped comes back with the next visit, until it is done. */
export function FirstSteps({ counts, demonstration }: FirstStepsProps) {
  const [skipped, setSkipped] = useState(() => tabItems.getItem(skippedKey)?.split(' ') ?? []);

  function skip(id: StepId) {
    const all = [...skipped, id];
    tabItems.setItem(skippedKey, all.join(' '));
    setSkipped(all);
  }

  const isDone = (id: StepId) =>
    id === 'demonstration'
      ? demonstration && !isDemonstration(demonstration)
      : isStepDone(id, counts, demonstration);
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
                <Link
                  to={steps[id].to}
                  onClick={() => rememberSteps(open, id)}
                  className="drawn-link inline-flex min-h-11 items-center"
                >
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
