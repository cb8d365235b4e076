import type { Client } from '#app/lib/client.ts';
import { optionalText } from '#app/lib/form-fields.ts';
import { buttonHrefMessage, normalizeButtonHref } from '#app/lib/rich-text-urls.ts';
import { defaultReplyNote } from '#app/lib/site-looks.ts';
import { z } from '#app/lib/zod.ts';
import { parseTrustTexts, type TrustTexts } from './business-terms.ts';
import { type Person, parsePeople } from './people.ts';
import { listShownServices, type ShownService } from './service-terms.ts';

export type SiteText = {
  /** Its name in the back office. */
  label: string;
  /** What visitors read unless the owner has another text. */
  usual: string;
  /** Whether visitors may see nothing instead. */
  canHide?: boolean;
  long?: boolean;
  isLink?: boolean;
  /** What an empty field does, if the usual text depends on the settings. */
  ifEmpty?: string;
};

/** The headings, buttons and notes that the owner can replace, by the page that shows them. */
export const siteTexts = {
  home: {
    hero_button: { label: 'Hero: second button', usual: 'See our sheds' },
    hero_link: {
      label: 'Hero: link of the second button',
      usual: '/sheds',
      isLink: true,
    },
    hero_note: {
      label: 'Hero: note below the buttons',
      usual: 'Free, and answered within 24 hours.',
      canHide: true,
    },
    sheds_title: { label: 'Featured sheds: heading', usual: 'Featured sheds' },
    sheds_link: { label: 'Featured sheds: link to all sheds', usual: 'All sheds and prices' },
    designer_title: { label: 'Designer: heading', usual: 'Or design your own' },
    designer_text: {
      label: 'Designer: text',
      usual:
        'Choose a style, a size and colours, put doors and windows where you need them, and see your shed from every side. Then send us the design for an exact quote.',
      canHide: true,
      long: true,
    },
    designer_button: { label: 'Designer: button', usual: 'Design your shed' },
    videos_title: { label: 'Videos: heading', usual: 'See how we build' },
    services_title: { label: 'Services: heading', usual: 'What we build' },
    services_other: {
      label: 'Services: last card',
      usual: 'Something else with four corners? Ask us.',
    },
    work_title: { label: 'Projects: heading', usual: 'Recent work' },
    reviews_title: { label: 'Reviews: heading', usual: 'What customers say' },
    steps_title: { label: 'Order steps: heading', usual: 'How it works' },
    facts_title: {
      label: 'Facts: heading if there are no order steps',
      usual: 'Good to know',
    },
    people_title: { label: 'People: heading', usual: "Who you'll meet" },
    contact_title: {
      label: 'Contact section: heading',
      usual: 'Tell us what you have in mind.',
    },
    contact_text: {
      label: 'Contact section: text',
      usual:
        'A question, a sketch, a rough size: it all helps. For a price, send a quote request, with photos if you have some.',
      canHide: true,
      long: true,
    },
  },
  quote: {
    quote_text: {
      label: 'Introduction',
      usual: 'Only four answers are required. The rest help us give you a more accurate price.',
      canHide: true,
      long: true,
    },
    quote_first_step: {
      label: 'First step',
      usual: 'You tell us what you have in mind, with photos if you like.',
      canHide: true,
    },
    quote_second_step: {
      label: 'Second step',
      usual: 'We get back to you within 24 hours, with a detailed estimate or a question.',
      canHide: true,
    },
  },
  design: {
    design_title: { label: 'Heading', usual: 'Design Your Shed' },
    design_text: {
      label: 'Introduction',
      usual:
        'Pick a shed to start from. You can change its size, style, colours, doors and windows.',
      canHide: true,
      long: true,
    },
    design_styles: { label: 'Styles: heading', usual: 'Start from a style' },
    design_listings: { label: 'Your sheds: heading', usual: 'Start from one of our sheds' },
    design_changes: {
      label: 'Above a design',
      usual:
        "Change whatever you like: size, style, colours, doors and windows. We'll send you an exact quote.",
      canHide: true,
      long: true,
    },
  },
  contact: {
    contact_page_title: { label: 'Heading', usual: 'Contact' },
    contact_page_text: {
      label: 'Introduction',
      usual: '',
      ifEmpty: 'Leave empty to list the ways to reach you.',
      long: true,
    },
  },
  blog: {
    blog_title: { label: 'Heading', usual: 'Blog' },
    blog_text: { label: 'Introduction', usual: '', canHide: true, long: true },
  },
  everywhere: {
    reply_note: {
      label: 'Note beside the button of both forms, and in the confirmation email',
      usual: defaultReplyNote,
      canHide: true,
    },
    footer_text: { label: 'Footer text', usual: '', canHide: true, long: true },
  },
} as const satisfies Record<string, Record<string, SiteText>>;

type Pages = typeof siteTexts;
export type SiteTextPage = keyof Pages;
/** What visitors read on a page; an empty text is not shown. */
export type SiteTexts<Page extends SiteTextPage> = Record<keyof Pages[Page], string>;

const maxLength = 300;

/** All texts by their names, which are unique. */
const allTexts: Record<string, SiteText> = Object.assign({}, ...Object.values(siteTexts));

/**
 * The texts of a page.
 * @param stored the column `site_texts`
 */
export function fillSiteTexts<Page extends SiteTextPage>(
  stored: unknown,
  page: Page,
): SiteTexts<Page> {
  const own = (stored ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries<SiteText>(siteTexts[page]).map(([name, { usual, canHide, ...known }]) => {
      const text = own[name];
      if (typeof text !== 'string' || !(text || canHide)) return [name, usual];
      return [name, known.isLink ? (normalizeButtonHref(text, maxLength) ?? usual) : text];
    }),
  ) as SiteTexts<Page>;
}

/** Reads the texts of a page. */
export async function readSiteTexts<Page extends SiteTextPage>(
  client: Client,
  page: Page,
): Promise<SiteTexts<Page>> {
  const { data } = await client
    .from('business_settings')
    .select('site_texts')
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return fillSiteTexts(data?.site_texts, page);
}

/** Reads a text of the home page that another page shows, too. */
export async function readHomeText(client: Client, name: keyof Pages['home']): Promise<string> {
  return (await readSiteTexts(client, 'home'))[name];
}

export type HomeTexts = {
  services: ShownService[];
  trust: TrustTexts;
  people: Person[];
  site: SiteTexts<'home'>;
};

/** Reads the owner's texts about services, the business, its people and the order steps, and the page's headings and notes. */
export async function readHomeTexts(client: Client): Promise<HomeTexts> {
  const { data } = await client
    .from('business_settings')
    .select(
      'service_texts, service_images, service_links, shown_services, trust_texts, people, site_texts',
    )
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return {
    services: listShownServices(data),
    trust: parseTrustTexts(data?.trust_texts),
    people: parsePeople(data?.people),
    site: fillSiteTexts(data?.site_texts, 'home'),
  };
}

export const siteTextsForm = z
  .object({ texts: z.record(z.string(), optionalText(maxLength)) })
  .transform(({ texts }, context) => {
    const normalized = { ...texts };
    for (const [name, text] of Object.entries(texts)) {
      if (!allTexts[name]?.isLink || text === '') continue;
      const href = normalizeButtonHref(text, maxLength);
      if (href !== undefined) normalized[name] = href;
      else {
        const path = ['texts', name];
        context.issues.push({ code: 'custom', message: buttonHrefMessage, path, input: text });
      }
    }
    return { texts: normalized };
  });

export type SiteTextsInput = z.input<typeof siteTextsForm>;
export type SiteTextsForm = z.output<typeof siteTextsForm>;

/** The form with what visitors read now. */
export const toSiteTextsForm = (stored: unknown): SiteTextsForm => ({
  texts: Object.assign(
    {},
    ...(Object.keys(siteTexts) as SiteTextPage[]).map((page) => fillSiteTexts(stored, page)),
  ),
});

/** The column that a checked form fills. A usual text is left out, and so is an empty one that can't be hidden. */
export function toSiteTextsColumn({ texts }: SiteTextsForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => {
      const known = allTexts[name];
      return known && text !== known.usual && (text !== '' || known.canHide);
    }),
  );
}
