import type { Client } from '#app/lib/client.ts';
import { deleteRow, insertRow } from '#app/lib/crud.ts';
import type { Json, Row } from '#app/lib/database.types.ts';
import { type QuoteContent, quoteContentSchema } from './quote-content.ts';

export type QuoteTemplate = Omit<Row<'quote_templates'>, 'content'> & { content: QuoteContent };

export async function listQuoteTemplates(client: Client): Promise<QuoteTemplate[]> {
  const { data } = await client
    .from('quote_templates')
    .select('*')
    .order('name')
    .limit(100)
    .throwOnError();
  return data.map((row) => ({ ...row, content: quoteContentSchema.parse(row.content) }));
}

export async function insertQuoteTemplate(
  client: Client,
  name: string,
  content: QuoteContent,
): Promise<void> {
  await insertRow(client, 'quote_templates', { name, content: content as NonNullable<Json> });
}

export async function deleteQuoteTemplate(client: Client, id: string): Promise<void> {
  await deleteRow(client, 'quote_templates', id);
}
