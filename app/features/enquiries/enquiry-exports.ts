import { type CsvColumn, toCsv } from '#app/lib/csv.ts';
import { toIsoDay } from '#app/lib/dates.ts';

type QuoteRequest = {
  created_at: string;
  customer_name: string;
  email: string;
  phone: string | null;
  project_type: string;
  material_type: string | null;
  size: string | null;
  budget_range: string | null;
  status: string;
  custom_message: string | null;
  inspiration_images: string[];
};

const quoteRequestColumns: CsvColumn<QuoteRequest>[] = [
  { header: 'Date', cell: (row) => toIsoDay(row.created_at) },
  { header: 'Name', cell: (row) => row.customer_name },
  { header: 'Email', cell: (row) => row.email },
  { header: 'Phone', cell: (row) => row.phone },
  { header: 'Project Type', cell: (row) => row.project_type },
  { header: 'Material', cell: (row) => row.material_type },
  { header: 'Size', cell: (row) => row.size },
  { header: 'Budget', cell: (row) => row.budget_range },
  { header: 'Status', cell: (row) => row.status },
  { header: 'Custom Message', cell: (row) => row.custom_message },
  { header: 'Has Images', cell: (row) => (row.inspiration_images.length > 0 ? 'Yes' : 'No') },
];

type ContactSubmission = {
  created_at: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string | null;
  status: string;
};

const contactColumns: CsvColumn<ContactSubmission>[] = [
  { header: 'Date', cell: (row) => toIsoDay(row.created_at) },
  { header: 'Name', cell: (row) => row.name },
  { header: 'Email', cell: (row) => row.email },
  { header: 'Phone', cell: (row) => row.phone },
  { header: 'Subject', cell: (row) => row.subject },
  { header: 'Status', cell: (row) => row.status },
];

export const quoteRequestExportColumns = [
  'created_at',
  'customer_name',
  'email',
  'phone',
  'project_type',
  'material_type',
  'size',
  'budget_range',
  'status',
  'custom_message',
  'inspiration_images',
] as const satisfies (keyof QuoteRequest)[];

export const contactExportColumns = [
  'created_at',
  'name',
  'email',
  'phone',
  'subject',
  'status',
] as const satisfies (keyof ContactSubmission)[];

export type ExportFile = { name: string; text: string };

/** Quote requests as a spreadsheet, named after the day in Ontario on which it was made. */
export function exportQuoteRequests(rows: QuoteRequest[], now: Date): ExportFile {
  return { name: `quote-requests-${toIsoDay(now)}.csv`, text: toCsv(quoteRequestColumns, rows) };
}

/** Contact messages as a spreadsheet, named after the day in Ontario on which it was made. */
export function exportContactSubmissions(rows: ContactSubmission[], now: Date): ExportFile {
  return { name: `contact-submissions-${toIsoDay(now)}.csv`, text: toCsv(contactColumns, rows) };
}
