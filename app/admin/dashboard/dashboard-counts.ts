import type { ContactSubmission } from '#app/features/enquiries/contact-submissions.ts';
import type { QuoteRequest } from '#app/features/enquiries/quote-requests.ts';
import { activityWindow } from '#app/features/enquiries/weeks.ts';
import type { Client } from '#app/lib/client.ts';
import { fetchAllPages } from '#app/lib/paginate.ts';

export type Statistics = {
  quoteRequests: number;
  contacts: number;
  projects: number;
  reviews: number;
  newQuoteRequests: number;
  newContacts: number;
};

type CountedTable = 'quote_requests' | 'contact_submissions' | 'past_projects' | 'reviews';

export async function readStatistics(client: Client, now: Date): Promise<Statistics> {
  const since = new Date(now.getTime() - activityWindow).toISOString();
  const countRows = async (table: CountedTable, from?: string) => {
    const rows = client.from(table).select('*', { count: 'exact', head: true });
    const holdsSpam = table === 'quote_requests' || table === 'contact_submissions';
    const query = holdsSpam ? rows.filter('is_spam', 'eq', 'false') : rows;
    const { count } = await (from ? query.gte('created_at', from) : query).throwOnError();
    return count ?? 0;
  };
  const [quoteRequests, contacts, projects, reviews, newQuoteRequests, newContacts] =
    await Promise.all([
      countRows('quote_requests'),
      countRows('contact_submissions'),
      countRows('past_projects'),
      countRows('reviews'),
      countRows('quote_requests', since),
      countRows('contact_submissions', since),
    ]);
  return { quoteRequests, contacts, projects, reviews, newQuoteRequests, newContacts };
}

/** Counts pending quote requests or unread messages, without spam. */
export async function countWaiting(
  client: Client,
  table: 'quote_requests' | 'contact_submissions',
): Promise<number> {
  const { count } = await client
    .from(table)
    .select('*', { count: 'exact', head: true })
    .eq('status', table === 'quote_requests' ? 'pending' : 'unread')
    .filter('is_spam', 'eq', 'false')
    .throwOnError();
  return count ?? 0;
}

export async function countUnsentMails(client: Client): Promise<number> {
  const { data } = await client.rpc('count_unsent_mails').throwOnError();
  return data;
}

export async function listQuoteRequestTimes(client: Client, since: Date): Promise<string[]> {
  const rows = await fetchAllPages((first, last) =>
    client
      .from('quote_requests')
      .select('created_at', { count: 'exact' })
      .eq('is_spam', false)
      .gte('created_at', since.toISOString())
      .order('created_at')
      .order('id', { ascending: false })
      .range(first, last)
      .throwOnError(),
  );
  return rows.map((row) => row.created_at);
}

export async function readOldestPending(client: Client): Promise<QuoteRequest | null> {
  const { data } = await client
    .from('quote_requests')
    .select('*')
    .eq('status', 'pending')
    .eq('is_spam', false)
    .order('created_at')
    .order('id', { ascending: false })
    .limit(1)
    .throwOnError();
  return data[0] ?? null;
}

const panelSize = 10;

export async function listNewestPending(client: Client): Promise<QuoteRequest[]> {
  const { data } = await client
    .from('quote_requests')
    .select('*')
    .eq('status', 'pending')
    .eq('is_spam', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(panelSize)
    .throwOnError();
  return data;
}

export async function listNewestUnread(client: Client): Promise<ContactSubmission[]> {
  const { data } = await client
    .from('contact_submissions')
    .select('*')
    .eq('status', 'unread')
    .eq('is_spam', false)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(panelSize)
    .throwOnError();
  return data;
}
