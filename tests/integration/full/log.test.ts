import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { owner, startSite } from '#tests/e2e/support/site-process.ts';
import { createSiteCopy } from '#tests/support/site-copy.ts';
import { createSmallImage } from '#tests/support/small-image.ts';

test('the log contains no personal data', async () => {
  const { directory, remove } = await createSiteCopy();
  const environment = { SEED: 'none', LOG_LEVEL: 'trace', SMTP_URL: 'smtp://127.0.0.1:9' };
  const site = await startSite({ directory, environment });
  try {
    const { publishableKey } = JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8'));
    const client = createClient(site.url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data } = await client.auth.signInWithPassword(owner);
    expect(data.session).not.toBeNull();
    await client.auth.signInWithPassword({ email: owner.email, password: 'secret words' });
    await client.auth.resetPasswordForEmail(owner.email);
    await client.auth.resetPasswordForEmail('ada@example.com');
    const names = { customer_name: 'Ada Foxglove', description: 'A shed behind Foxglove Lane' };
    const contact = { email: 'ada@example.com', phone: '705-555-0142' };
    const person = { ...names, ...contact, project_type: 'Custom Shed' };
    await client.from('quote_requests').insert(person);
    await client.from('quote_requests').insert({ ...person, status: 'Foxglove' });
    await client.from('quote_requests').insert({ ...person, unknown: 'Foxglove' });
    await client.from('quote_requests').select().eq('email', person.email).eq('id', 'Foxglove');
    await client.functions.invoke('send-email', { body: { formData: person, emailType: 'quote' } });
    const name = 'inspiration/1767225600000-Foxglove.jpg';
    await client.storage.from('images').upload(name, await createSmallImage());
    await client.storage.from('images').upload(name, Buffer.from('Foxglove'));
    await fetch(`${site.url}/pictures/320/webp/${name}`);
    await fetch(`${site.url}/blog/Foxglove?email=${person.email}`);
    const form = new FormData();
    for (const [field, value] of Object.entries(person)) form.set(field, value);
    const headers = { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' };
    await fetch(`${site.url}/quote-request`, { method: 'POST', body: form, headers });
    await fetch(`${site.url}/contact`, { method: 'POST', body: '{"name":"Foxglove"', headers });

    const log = site.log();
    expect(log).not.toBe('');
    for (const line of log.trim().split('\n')) JSON.parse(line);
    const session = data.session;
    const secrets = [session?.access_token, session?.refresh_token, publishableKey, owner.password];
    for (const secret of [...secrets, 'Foxglove', 'example.com', '705-555', 'secret words']) {
      expect(log).not.toContain(secret);
    }
  } finally {
    await site.stop();
    remove();
  }
});
