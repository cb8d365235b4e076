import { buttonLink } from '#app/lib/button-link.ts';
import { emailPattern } from '#app/lib/email.ts';
import { optionalText, requiredText } from '#app/lib/form-fields.ts';
import { defaultRetentionMonths, lengths } from '#app/lib/limits.ts';
import { isHttpUrl } from '#app/lib/validators.ts';
import { z } from '#app/lib/zod.ts';
import { orderSteps, parseTrustTexts, type TrustTexts, trustFacts } from './business-terms.ts';
import { type FaqEntry, faqLimits, parseFaq } from './faq.ts';
import { type Hours, parseHours, type Weekday, weekdays } from './hours.ts';
import { maxPeople, type Person, parsePeople } from './people.ts';
import {
  findLinkedService,
  listShownNames,
  parseServiceImages,
  parseServiceLinks,
  parseServiceTexts,
  replacesServicePage,
  type ServiceTexts,
  serviceNames,
} from './service-terms.ts';
import {
  isProfileUrl,
  parseSocialUrls,
  type SocialNetwork,
  type SocialUrls,
  socialNetworkNames,
  socialNetworks,
} from './social-networks.ts';

const maxUrlLength = 500;
const dayText = optionalText(100);

const link = optionalText(maxUrlLength).check(
  z.refine((text) => text === '' || isHttpUrl(text), 'Please enter a valid URL'),
);

const profileUrl = (network: SocialNetwork) =>
  optionalText(maxUrlLength).check(
    z.refine(
      (text) => text === '' || isProfileUrl(network, text),
      `Please enter a link that starts with https://${socialNetworks[network].domains[0]}/`,
    ),
  );

/** Degrees with a decimal point, or nothing. */
const degrees = (limit: number) =>
  optionalText(20).check(
    z.refine(
      (text) => text === '' || (/^[-+]?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit),
      `Please enter degrees between -${limit} and ${limit}, such as ${limit === 90 ? '44.6082' : '-79.4197'}`,
    ),
  );

const maxRetentionMonths = 120;

/** Whole months, or nothing. */
const months = optionalText(10).check(
  z.refine(
    (text) =>
      text === '' ||
      (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxRetentionMonths),
    `Please enter a whole number of months from 1 to ${maxRetentionMonths}, or leave this empty`,
  ),
);

const trustNames = Object.keys({ ...trustFacts, ...orderSteps }) as (keyof TrustTexts)[];

/** A person without the photo, which is chosen apart from the other fields. */
export const personForm = z.object({
  name: requiredText(1, 'Name is required', lengths.name),
  role: optionalText(120),
});

export type PersonInput = z.input<typeof personForm>;

const settingsFields = z.object({
  business_name: requiredText(1, 'Business name is required', lengths.name),
  phone: optionalText(lengths.phone),
  email: optionalText(lengths.email).check(
    z.refine((text) => text === '' || emailPattern.test(text), 'Please enter a valid email'),
  ),
  address: optionalText(300),
  facebook_url: link,
  instagram_url: link,
  social_urls: z.object({
    linkedin: profileUrl('linkedin'),
    youtube: profileUrl('youtube'),
    tiktok: profileUrl('tiktok'),
    pinterest: profileUrl('pinterest'),
    houzz: profileUrl('houzz'),
    x: profileUrl('x'),
  } satisfies Record<SocialNetwork, ReturnType<typeof profileUrl>>),
  hours: z.object({
    monday: dayText,
    tuesday: dayText,
    wednesday: dayText,
    thursday: dayText,
    friday: dayText,
    saturday: dayText,
    sunday: dayText,
  } satisfies Record<Weekday, typeof dayText>),
  latitude: degrees(90),
  longitude: degrees(180),
  retention_months: months,
  privacy_checked_on: z.union([z.literal(''), z.iso.date('Please enter a date')]).default(''),
  service_area: optionalText(200),
  price_includes: optionalText(200),
  payment_methods: optionalText(200),
  services: z.array(
    z.object({
      name: z.enum(serviceNames),
      isShown: z.boolean(),
      text: optionalText(300),
      image: optionalText(300),
      link: buttonLink(),
    }),
  ),
  trust_texts: z.partialRecord(z.enum(trustNames), optionalText(300)),
  faq: z
    .array(
      z.object({
        question: requiredText(1, 'Question is required', faqLimits.question),
        answer: requiredText(1, 'Answer is required', faqLimits.answer),
      }),
    )
    .max(faqLimits.entries),
  people: z.array(personForm.extend({ photo: z.string() })).max(maxPeople),
  lists_more_pages: z.boolean().default(false),
});

/** The form of the business settings. Latitude and longitude are both set or both empty. */
export const settingsForm = settingsFields.superRefine((form, context) => {
  const { latitude, longitude, services } = form;
  if ((latitude === '') !== (longitude === '')) {
    context.addIssue({
      code: 'custom',
      path: [latitude === '' ? 'latitude' : 'longitude'],
      message: 'Please enter both, or neither',
    });
  }
  for (const [index, service] of services.entries()) {
    const message = findServiceLoop(service, services);
    if (!message) continue;
    context.addIssue({ code: 'custom', path: ['services', index, 'link'], message });
  }
});

/** Says why visitors can't be sent to the page of another service; undefined if they can. */
function findServiceLoop({ name, link }: ServiceField, services: ServiceField[]) {
  const target = findLinkedService(link, services);
  if (target?.name === name) return "This is the service's own page. Please leave this empty.";
  if (!target || !replacesServicePage(target.link)) return undefined;
  return `${target.name} leads to ${target.link}. Please enter that link.`;
}

export type SettingsInput = z.input<typeof settingsForm>;
export type SettingsForm = z.output<typeof settingsForm>;

/** The initial hours of the form if none are stored. */
const defaultHours: Record<Weekday, string> = {
  monday: '7:00 AM - 6:00 PM',
  tuesday: '7:00 AM - 6:00 PM',
  wednesday: '7:00 AM - 6:00 PM',
  thursday: '7:00 AM - 6:00 PM',
  friday: '7:00 AM - 6:00 PM',
  saturday: '8:00 AM - 4:00 PM',
  sunday: 'Closed',
};

type StoredSettings = {
  business_name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  facebook_url: string | null;
  instagram_url: string | null;
  social_urls: unknown;
  /** Degrees north and east. */
  latitude: number | null;
  longitude: number | null;
  /** Null retains enquiries forever. */
  retention_months: number | null;
  privacy_checked_on: string | null;
  service_area: string | null;
  price_includes: string | null;
  payment_methods: string | null;
  hours: unknown;
  service_texts: unknown;
  service_images: unknown;
  service_links: unknown;
  shown_services: string[] | null;
  trust_texts: unknown;
  faq: unknown;
  people: unknown;
  lists_more_pages: boolean;
};

const noSocialUrls = Object.fromEntries(
  socialNetworkNames.map((network) => [network, '']),
) as Record<SocialNetwork, string>;

const noTrustTexts = Object.fromEntries(
  trustNames.map((name) => [name, '']),
) as Required<TrustTexts>;

/**
 * The initial form, from the stored row if there is one. Every input has a value: react-hook-form counts one that starts
 * undefined as changed.
 */
export function toSettingsForm(settings: StoredSettings | null): SettingsForm {
  const stored = parseHours(settings?.hours);
  return {
    business_name: settings?.business_name ?? '',
    phone: settings?.phone ?? '',
    email: settings?.email ?? '',
    address: settings?.address ?? '',
    facebook_url: settings?.facebook_url ?? '',
    instagram_url: settings?.instagram_url ?? '',
    social_urls: { ...noSocialUrls, ...parseSocialUrls(settings?.social_urls) },
    latitude: settings?.latitude?.toString() ?? '',
    longitude: settings?.longitude?.toString() ?? '',
    retention_months:
      (settings ? settings.retention_months : defaultRetentionMonths)?.toString() ?? '',
    privacy_checked_on: settings?.privacy_checked_on ?? '',
    service_area: settings?.service_area ?? '',
    price_includes: settings?.price_includes ?? '',
    payment_methods: settings?.payment_methods ?? '',
    services: toServiceFields(settings),
    trust_texts: { ...noTrustTexts, ...parseTrustTexts(settings?.trust_texts) },
    faq: parseFaq(settings?.faq),
    people: parsePeople(settings?.people),
    lists_more_pages: settings?.lists_more_pages ?? false,
    hours: stored ? everyDay(stored) : defaultHours,
  };
}

/** The columns that a checked form fills; an empty field is null, and an empty day has no key. */
export function toSettingsColumns(form: SettingsForm): Omit<
  StoredSettings,
  | 'hours'
  | 'service_texts'
  | 'service_images'
  | 'service_links'
  | 'trust_texts'
  | 'faq'
  | 'people'
  | 'social_urls'
> & {
  hours: Hours;
  social_urls: SocialUrls;
  service_texts: ServiceTexts;
  service_images: ServiceTexts;
  service_links: ServiceTexts;
  trust_texts: TrustTexts;
  faq: FaqEntry[];
  people: Person[];
} {
  return {
    business_name: form.business_name,
    phone: form.phone || null,
    email: form.email || null,
    address: form.address || null,
    facebook_url: form.facebook_url || null,
    instagram_url: form.instagram_url || null,
    social_urls: withoutEmpty(form.social_urls),
    latitude: form.latitude ? Number(form.latitude) : null,
    longitude: form.longitude ? Number(form.longitude) : null,
    retention_months: form.retention_months ? Number(form.retention_months) : null,
    privacy_checked_on: form.privacy_checked_on || null,
    service_area: form.service_area || null,
    price_includes: form.price_includes || null,
    payment_methods: form.payment_methods || null,
    hours: parseHours(form.hours) ?? {},
    ...toServiceColumns(form.services),
    trust_texts: withoutEmpty(form.trust_texts),
    // The keys in the order of jsonb: the conflict dialog compares values as text.
    faq: form.faq.map(({ question, answer }) => ({ answer, question })),
    people: form.people.map(({ name, role, photo }) => ({ name, role, photo })),
    lists_more_pages: form.lists_more_pages,
  };
}

type ServiceField = SettingsForm['services'][number];

/** All services, those that are shown first. */
function toServiceFields(settings: StoredSettings | null): ServiceField[] {
  const texts = parseServiceTexts(settings?.service_texts);
  const images = parseServiceImages(settings?.service_images);
  const links = parseServiceLinks(settings?.service_links);
  const shown = listShownNames(settings?.shown_services);
  const hidden = serviceNames.filter((name) => !shown.includes(name));
  return [...shown, ...hidden].map((name) => ({
    name,
    isShown: shown.includes(name),
    text: texts[name] ?? '',
    image: images[name] ?? '',
    link: links[name] ?? '',
  }));
}

function toServiceColumns(fields: ServiceField[]) {
  const shown = fields.filter(({ isShown }) => isShown).map(({ name }) => name);
  const list = (column: 'text' | 'image' | 'link') =>
    withoutEmpty(Object.fromEntries(fields.map((field) => [field.name, field[column]])));
  return {
    service_texts: list('text'),
    service_images: list('image'),
    service_links: list('link'),
    shown_services: String(shown) === String(serviceNames) ? null : shown,
  };
}

const withoutEmpty = (texts: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

function everyDay(hours: Hours): Record<Weekday, string> {
  const days = { ...defaultHours };
  for (const day of weekdays) days[day] = hours[day] ?? '';
  return days;
}
