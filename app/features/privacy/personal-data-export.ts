import { toIsoDay } from '#app/lib/dates.ts';
import { z } from '#app/lib/zod.ts';

type PersonalData = {
  quote_requests: { inspiration_images: string[] }[];
  contact_submissions: object[];
  marketing_consents: object[];
  quotes: object[];
  former_values: object[];
  deleted_records: { record: unknown }[];
  audit_entries: object[];
};

const withImages = z.object({ inspiration_images: z.array(z.string()) });

/** All rows of one person with all columns, and the URLs of their images, as a JSON file. */
export function exportPersonalData(
  email: string,
  data: PersonalData,
  imageUrl: (path: string) => string,
  now: Date,
): { name: string; text: string } {
  const requests = [...data.quote_requests, ...data.deleted_records.map(({ record }) => record)];
  const paths = requests.flatMap(
    (request) => withImages.safeParse(request).data?.inspiration_images ?? [],
  );
  const content = {
    email,
    exported_at: now.toISOString(),
    ...data,
    pictures: [...new Set(paths)].map((path) => ({ path, address: imageUrl(path) })),
  };
  return {
    name: `personal-data-${toIsoDay(now)}.json`,
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}
