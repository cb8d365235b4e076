import { tabItems } from '#app/lib/browser-storage.ts';
import { tourKey } from './tour-key.ts';

export type StepId = keyof typeof steps;

/** What a new shop needs, in this order. */
export const steps = {
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
    text: 'One sentence each.',
    to: '/admin/settings#services',
  },
  shed: {
    title: 'Your first shed',
    text: 'Add photos, or start from a design.',
    to: '/admin/sheds',
  },
  projects: {
    title: 'Photos of your work',
    text: 'One finished project is enough to start.',
    to: '/admin/projects?open=new',
  },
  prices: {
    title: 'Price list',
    text: 'Six amounts are enough to start.',
    to: '/admin/price-list?form=short',
  },
  permits: {
    title: 'Building permits',
    text: 'Check the rules of your towns.',
    to: '/admin/price-list?tab=visitors#fit-hints',
  },
  quotes: {
    title: 'Quote terms and HST',
    text: 'Check the wording, then fill in “Wording checked on”.',
    to: '/admin/quote-builder/settings',
  },
  privacy: {
    title: 'Privacy page',
    text: 'Check it, then fill in “Privacy page checked on”.',
    to: '/admin/settings#privacy',
  },
  email: {
    title: 'Email',
    text: 'So enquiries and quotes reach you and your customers.',
    to: '/admin/email',
  },
  colleague: {
    title: 'A colleague',
    text: 'So someone else can answer, too.',
    to: '/admin/colleagues',
  },
  mfa: {
    title: 'Two-step sign-in',
    text: 'Protects your customers if someone learns your password.',
    to: '/admin/account#two-step',
  },
};

/**
 * Notes that someone follows the list, so that each screen leads to the next step.
 * @param open the steps that aren't done, in their order
 * @param current the one whose screen opens
 */
export function rememberSteps(open: StepId[], current: StepId): void {
  const from = open.indexOf(current);
  tabItems.setItem(tourKey, open.slice(from).join(' '));
}

/** The step after that of a screen, null after the last one, and undefined on a screen that is no step's. */
export function findNextStep(
  pathname: string,
): { next: StepId | null; rest: StepId[] } | undefined {
  const [current, ...rest] = (tabItems.getItem(tourKey) ?? '')
    .split(' ')
    .filter((id): id is StepId => id in steps);
  if (!current || !isScreenOf(current, pathname)) return undefined;
  return { next: rest[0] ?? null, rest };
}

const isScreenOf = (id: StepId, pathname: string) =>
  new URL(steps[id].to, 'http://localhost').pathname === pathname;
