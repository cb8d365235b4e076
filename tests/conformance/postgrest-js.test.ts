import { readFileSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineAvailable, type OpenCopy, openCopy } from '#tests/support/backend.ts';
import { rollBackWrites } from '#tests/support/roll-back-writes.ts';
import { testTablesOver } from '#tests/support/tables.ts';

// The tests of postgrest-js (github.com/supabase/postgrest-js, test/*.test.ts) that concern offered
// features, under their titles and with their tables. What a request writes is rolled back.

type Case = [title: string, send: (client: SupabaseClient) => PromiseLike<object>, result: object];

const statuses = (...values: string[]) => values.map((status) => ({ status }));
const usernames = (...values: string[]) => values.map((username) => ({ username }));
const ids = (...values: number[]) => values.map((id) => ({ id }));
const data = { foo: { bar: { nested: 'value' }, baz: 'string value' } };
const supabot = {
  age_range: '[1,2)',
  catchphrase: "'cat' 'fat'",
  data: null,
  status: 'ONLINE',
  username: 'supabot',
};
const dragarcia = {
  ...supabot,
  age_range: '[20,30)',
  catchphrase: "'fat' 'rat'",
  username: 'dragarcia',
};
const everybody = ['supabot', 'kiwicopple', 'awailas', 'dragarcia', 'jsonuser'];
const message = { message: 'foo', username: 'supabot', channel_id: 1 };
const notOne = (rows: number) => ({
  data: null,
  status: 406,
  error: { code: 'PGRST116', details: expect.stringContaining(`${rows} rows`) },
});

const users = (client: SupabaseClient, columns = '*') => client.from('users').select(columns);
const messages = (client: SupabaseClient, columns = '*') => client.from('messages').select(columns);
const callStatus = (client: SupabaseClient) =>
  client.rpc('get_username_and_status', { name_param: 'supabot' });

const filters: Case[] = [
  [
    'not',
    (client) => users(client, 'status').not('status', 'eq', 'OFFLINE'),
    { data: statuses('ONLINE', 'ONLINE', 'ONLINE', 'ONLINE') },
  ],
  [
    'or',
    (client) => users(client, 'status, username').or('status.eq.OFFLINE,username.eq.supabot'),
    {
      data: [
        { status: 'ONLINE', username: 'supabot' },
        { status: 'OFFLINE', username: 'kiwicopple' },
      ],
    },
  ],
  [
    'eq',
    (client) => users(client, 'username').eq('username', 'supabot'),
    { data: usernames('supabot') },
  ],
  [
    'neq',
    (client) => users(client, 'username').neq('username', 'supabot'),
    { data: usernames(...everybody.slice(1)) },
  ],
  ['gt', (client) => messages(client, 'id').gt('id', 1), { data: ids(2, 3, 4) }],
  ['gte', (client) => messages(client, 'id').gte('id', 1), { data: ids(1, 2, 3, 4) }],
  ['lt', (client) => messages(client, 'id').lt('id', 2), { data: ids(1) }],
  ['lte', (client) => messages(client, 'id').lte('id', 2), { data: ids(1, 2) }],
  [
    'like',
    (client) => users(client, 'username').like('username', '%supa%'),
    { data: usernames('supabot') },
  ],
  [
    'ilike',
    (client) => users(client, 'username').ilike('username', '%SUPA%'),
    { data: usernames('supabot') },
  ],
  [
    'is',
    (client) => users(client, 'data').is('data', null),
    { data: Array(4).fill({ data: null }) },
  ],
  [
    'in',
    (client) => users(client, 'status').in('status', ['ONLINE', 'OFFLINE']),
    { data: statuses('ONLINE', 'OFFLINE', 'ONLINE', 'ONLINE', 'ONLINE') },
  ],
  [
    'contains',
    (client) => users(client, 'age_range').contains('age_range', '[1,2)'),
    { data: [{ age_range: '[1,2)' }] },
  ],
  [
    'contains with json',
    (client) => users(client, 'data').contains('data', { foo: { baz: 'string value' } }),
    { data: [{ data }] },
  ],
  [
    'contains with array',
    (client) => client.from('cornercase').select('array_column').contains('array_column', ['test']),
    { data: [{ array_column: ['test', 'one'] }] },
  ],
  [
    'containedBy',
    (client) => users(client, 'age_range').containedBy('age_range', '[1,2)'),
    { data: [{ age_range: '[1,2)' }] },
  ],
  [
    'containedBy with json',
    (client) => users(client, 'data').containedBy('data', { foo: { baz: 'string value' } }),
    { data: [] },
  ],
  [
    'containedBy with array',
    (client) =>
      client.from('cornercase').select('array_column').containedBy('array_column', ['test']),
    { data: [] },
  ],
  [
    'overlaps',
    (client) => users(client, 'age_range').overlaps('age_range', '[2,25)'),
    { data: [{ age_range: '[20,30)' }, { age_range: '[20,30)' }] },
  ],
  [
    'overlaps with array',
    (client) => client.from('cornercase').select('array_column').overlaps('array_column', ['test']),
    { data: [{ array_column: ['test', 'one'] }] },
  ],
  [
    'filter',
    (client) => users(client, 'username').filter('username', 'eq', 'supabot'),
    { data: usernames('supabot') },
  ],
  [
    'match',
    (client) => users(client, 'username, status').match({ username: 'supabot', status: 'ONLINE' }),
    { data: [{ status: 'ONLINE', username: 'supabot' }] },
  ],
  ['filter on rpc', (client) => callStatus(client).neq('status', 'ONLINE'), { data: [] }],
];

const transforms: Case[] = [
  [
    'order',
    (client) => users(client, 'username').order('username', { ascending: false }),
    { data: usernames(...everybody.toSorted().reverse()) },
  ],
  [
    'order on multiple columns',
    (client) =>
      messages(client, 'id')
        .order('channel_id', { ascending: false })
        .order('username', { ascending: false })
        .order('id'),
    { data: ids(3, 4, 2, 1) },
  ],
  ['limit', (client) => users(client).limit(1), { data: [supabot] }],
  [
    'range',
    (client) => users(client, 'username').range(1, 3),
    { data: usernames(...everybody.slice(1, 4)) },
  ],
  ['single', (client) => users(client).limit(1).single(), { data: supabot }],
  [
    'single on insert',
    (client) => client.from('users').insert({ username: 'foo' }).select().single(),
    { data: { ...supabot, age_range: null, catchphrase: null, username: 'foo' }, status: 201 },
  ],
  [
    'maybeSingle',
    (client) => users(client).eq('username', 'goldstein').maybeSingle(),
    { data: null, error: null, status: 200 },
  ],
  [
    'maybeSingle on insert',
    (client) =>
      client
        .from('users')
        .insert([{ username: 'a' }, { username: 'b' }])
        .select()
        .maybeSingle(),
    notOne(2),
  ],
  [
    'select on insert',
    (client) => client.from('users').insert({ username: 'foo' }).select('status'),
    { data: statuses('ONLINE'), status: 201 },
  ],
  ['select on rpc', (client) => callStatus(client).select('status'), { data: statuses('ONLINE') }],
];

const calls: Case[] = [
  ['rpc', (client) => client.rpc('get_status', { name_param: 'supabot' }), { data: 'ONLINE' }],
  ['rpc returns void', (client) => client.rpc('void_func'), { data: null, status: 204 }],
  [
    "rpc with count: 'exact'",
    (client) => client.rpc('get_status', { name_param: 'supabot' }, { count: 'exact' }),
    { data: 'ONLINE', count: 1 },
  ],
  [
    'rpc with optional param',
    (client) => client.rpc('function_with_optional_param', {}),
    { data: '' },
  ],
  [
    'rpc with array param',
    (client) =>
      client.rpc('function_with_array_param', {
        param: ['00000000-0000-0000-0000-000000000000'],
      }),
    { data: null, status: 204 },
  ],
  [
    'RPC call with no params',
    (client) => callStatus(client).select(),
    { data: [{ status: 'ONLINE', username: 'supabot' }] },
  ],
  [
    'RPC call with star select',
    (client) => callStatus(client).select('*'),
    { data: [{ status: 'ONLINE', username: 'supabot' }] },
  ],
  [
    'RPC call with single field select',
    (client) => callStatus(client).select('username'),
    { data: usernames('supabot') },
  ],
  [
    'RPC call with multiple fields select',
    (client) => callStatus(client).select('username, status'),
    { data: [{ status: 'ONLINE', username: 'supabot' }] },
  ],
  [
    'RPC call with field aliasing',
    (client) => callStatus(client).select('name:username'),
    { data: [{ name: 'supabot' }] },
  ],
];

const basic: Case[] = [
  [
    'basic select table',
    (client) => users(client),
    { data: everybody.map((username) => expect.objectContaining({ username })), count: null },
  ],
  [
    'basic select with maybeSingle yielding more than one result',
    (client) => users(client).maybeSingle(),
    notOne(5),
  ],
  [
    'basic select with single yielding more than one result',
    (client) => users(client).single(),
    notOne(5),
  ],
  [
    'basic select view',
    (client) => client.from('updatable_view').select(),
    { data: usernames(...everybody).map((row) => ({ ...row, non_updatable_column: 1 })) },
  ],
  [
    'on_conflict insert',
    (client) =>
      client.from('users').upsert({ username: 'dragarcia' }, { onConflict: 'username' }).select(),
    { data: [dragarcia], status: 200 },
  ],
  [
    'ignoreDuplicates upsert',
    (client) =>
      client
        .from('users')
        .upsert({ username: 'dragarcia' }, { onConflict: 'username', ignoreDuplicates: true })
        .select(),
    { data: [], status: 201 },
  ],
  [
    'basic insert',
    (client) => client.from('messages').insert(message).select(),
    { data: [{ ...message, data: null, id: expect.any(Number) }], status: 201, count: null },
  ],
  [
    'upsert',
    (client) =>
      client
        .from('messages')
        .upsert({ ...message, id: 3, channel_id: 2 })
        .select(),
    { data: [{ ...message, data: null, id: 3, channel_id: 2 }], status: 200 },
  ],
  [
    'bulk insert',
    (client) => client.from('messages').insert([message, message]).select('message'),
    { data: [{ message: 'foo' }, { message: 'foo' }], status: 201 },
  ],
  [
    'insert quoted column',
    (client) =>
      client
        .from('cornercase')
        .insert([{ 'column whitespace': 'foo', id: 1 }])
        .select('"column whitespace", id '),
    {
      data: null,
      status: 409,
      error: {
        code: '23505',
        details: 'Key (id)=(1) already exists.',
        hint: null,
        message: 'duplicate key value violates unique constraint "cornercase_pkey"',
      },
    },
  ],
  [
    'basic update',
    (client) => client.from('messages').update({ channel_id: 2 }).eq('id', 1).select('channel_id'),
    { data: [{ channel_id: 2 }], status: 200 },
  ],
  [
    'basic delete',
    (client) => client.from('messages').delete().eq('channel_id', 3).select('id'),
    { data: ids(3, 4), status: 200 },
  ],
  [
    'allow ordering on JSON column',
    (client) => users(client, 'username').order('data').limit(1),
    { data: usernames('jsonuser') },
  ],
  [
    'Prefer: return=minimal',
    (client) => client.from('users').insert({ username: 'bar' }),
    { data: null, status: 201 },
  ],
  [
    'select with head:true',
    (client) => client.from('users').select('*', { head: true }),
    { data: null, count: null, status: 200 },
  ],
  ...(['exact', 'planned', 'estimated'] as const).map(
    (count): Case => [
      `select with head:true, count:${count}`,
      (client) => client.from('users').select('*', { head: true, count }),
      { data: null, count: 5, status: 200 },
    ],
  ),
  [
    'select with count:exact',
    (client) => client.from('users').select('username', { count: 'exact' }),
    { data: usernames(...everybody), count: 5, status: 200 },
  ],
  [
    "insert with count: 'exact'",
    (client) => client.from('messages').insert(message, { count: 'exact' }).select('message'),
    { data: [{ message: 'foo' }], count: 1, status: 201 },
  ],
  [
    "upsert with count: 'exact'",
    (client) =>
      client
        .from('messages')
        .upsert({ ...message, id: 5 }, { count: 'exact' })
        .select('id'),
    { data: ids(5), count: 1, status: 201 },
  ],
  [
    "bulk insert with count: 'exact'",
    (client) => client.from('messages').insert([message, message], { count: 'exact' }),
    { count: 2, status: 201 },
  ],
  [
    'bulk insert with column defaults',
    (client) =>
      client
        .from('channels')
        .insert([{ id: 100 }, { slug: 'test-slug' }], { defaultToNull: false })
        .select(),
    {
      data: [
        { data: null, id: 100, slug: null },
        { data: null, id: expect.any(Number), slug: 'test-slug' },
      ],
      status: 201,
    },
  ],
  [
    'bulk upsert with column defaults',
    (client) =>
      client
        .from('channels')
        .upsert([{ id: 1 }, { slug: 'test-slug' }], { defaultToNull: false })
        .select(),
    {
      data: [
        { data: null, id: 1, slug: null },
        { data: null, id: expect.any(Number), slug: 'test-slug' },
      ],
      status: 201,
    },
  ],
  [
    "update with count: 'exact'",
    (client) =>
      client
        .from('messages')
        .update({ channel_id: 2 }, { count: 'exact' })
        .eq('channel_id', 3)
        .select('channel_id'),
    { data: [{ channel_id: 2 }, { channel_id: 2 }], count: 2, status: 200 },
  ],
  [
    "basic delete count: 'exact'",
    (client) => client.from('messages').delete({ count: 'exact' }).eq('id', 1).select('id'),
    { data: ids(1), count: 1, status: 200 },
  ],
  [
    'select with no match',
    (client) => users(client).eq('username', 'missing'),
    { data: [], error: null, status: 200 },
  ],
  [
    'update with no match - return=minimal',
    (client) => client.from('users').update({ data: '' }).eq('username', 'missing'),
    { data: null, error: null, status: 204 },
  ],
  [
    'update with no match - return=representation',
    (client) => client.from('users').update({ data: '' }).eq('username', 'missing').select(),
    { data: [], error: null, status: 200 },
  ],
  [
    'throwOnError throws errors instead of returning them',
    (client) =>
      users(client)
        .eq('missing', 1)
        .throwOnError()
        .then(
          () => ({}),
          (thrown: object) => ({ thrown }),
        ),
    { thrown: expect.objectContaining({ code: '42703' }) },
  ],
  [
    'maybeSingle w/ throwOnError',
    (client) => messages(client).eq('message', 'i do not exist').throwOnError().maybeSingle(),
    { data: null, error: null, status: 200 },
  ],
];

describe.skipIf(!engineAvailable())('postgrest-js', () => {
  let copy: OpenCopy;
  let client: SupabaseClient;

  beforeAll(async () => {
    copy = await openCopy();
    const run = (script: string) => copy.database.session(({ exec }) => exec(script));
    await run(readFileSync(new URL('postgrest-js/schema.sql', import.meta.url), 'utf8'));
    client = testTablesOver(rollBackWrites(copy.database), run).client('service');
  });
  afterAll(() => copy?.close());

  for (const [file, cases] of Object.entries({ filters, transforms, rpc: calls, basic })) {
    test.each(cases)(`${file}.test.ts: %s`, async (_title, send, result) => {
      expect(await send(client)).toMatchObject({ ...defaults(result), ...result });
    });
  }
});

/** A successful read, unless the case says otherwise. */
function defaults(result: object) {
  return 'thrown' in result || 'error' in result
    ? {}
    : { error: null, ...('status' in result ? {} : { status: 200 }) };
}
