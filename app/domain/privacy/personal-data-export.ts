import { toIsoDay } from '../format/dates.ts';

type PersonalData = {
  quote_requests: { inspiration_images: string[] }[];
  contact_submissions: object[];
  marketing_consents: object[];
};

/**
 * Everything of one person as a JSON file that they can be given: the stored rows with all columns,
 * and the full addresses of their pictures.
 * @param pictureUrl tells the public address of a path in the images bucket
 */
export function exportPersonalData(
  email: string,
  data: PersonalData,
  pictureUrl: (path: string) => string,
  now: Date,
): { name: string; text: string } {
  const paths = data.quote_requests.flatMap(({ inspiration_images }) => inspiration_images);
  const content = {
    email,
    exported_at: now.toISOString(),
    ...data,
    pictures: [...new Set(paths)].map((path) => ({ path, address: pictureUrl(path) })),
  };
  return {
    name: `personal-data-${toIsoDay(now)}.json`,
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}
