import { expect, test } from 'vitest';
import { checkSenderDomain } from './sender-domain.ts';

const fail = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

/** DNS that knows these TXT records. */
const createDns = (records: Record<string, string[][]>) => async (name: string) =>
  records[name] ?? fail(name.startsWith('_') ? 'ENOTFOUND' : 'ENODATA');

test('finds the records, also in chunks and among others', async () => {
  const dns = createDns({
    'sheds.example': [['site-verification=1'], ['v=spf1 include:_spf', '.mail.example -all']],
    'google._domainkey.sheds.example': [['v=DKIM1; k=rsa; p=MIIB', 'IjAN']],
    '_dmarc.sheds.example': [['v=DMARC1; p=none']],
  });
  expect(await checkSenderDomain('sheds.example', 'google', dns)).toEqual({
    domain: 'sheds.example',
    spf: {
      ...{ state: 'found', name: 'sheds.example' },
      record: 'v=spf1 include:_spf.mail.example -all',
    },
    dkim: {
      ...{ state: 'found', name: 'google._domainkey.sheds.example' },
      record: 'v=DKIM1; k=rsa; p=MIIBIjAN',
    },
    dmarc: { state: 'found', name: '_dmarc.sheds.example', record: 'v=DMARC1; p=none' },
  });
});

test('tells missing, double and revoked records apart', async () => {
  const dns = createDns({
    'sheds.example': [['v=spf1 -all'], ['v=spf1 a -all']],
    'old._domainkey.sheds.example': [['v=DKIM1; p=']],
    'other.example': [['v=spf10 -all']],
  });
  const { spf, dkim, dmarc } = await checkSenderDomain('sheds.example', 'old', dns);
  expect([spf.state, dkim?.state, dmarc.state]).toEqual(['several', 'revoked', 'missing']);
  const other = await checkSenderDomain('other.example', undefined, dns);
  expect([other.spf.state, other.dkim]).toEqual(['missing', undefined]);
});

test('a subdomain has the DMARC policy of the domain above', async () => {
  const dns = createDns({ '_dmarc.sheds.example': [['v=DMARC1; p=reject']] });
  const { dmarc } = await checkSenderDomain('mail.east.sheds.example', undefined, dns);
  expect(dmarc).toMatchObject({ state: 'found', name: '_dmarc.sheds.example' });
});

test('asks for at most three DMARC records, that of the nearest domain first', async () => {
  const asked: string[] = [];
  const ask = (records: Record<string, string[][]>) => {
    const dns = createDns(records);
    return checkSenderDomain(`${'a.'.repeat(100)}east.sheds.example`, undefined, (name) => {
      asked.push(name);
      return dns(name);
    });
  };
  const { dmarc } = await ask({
    '_dmarc.sheds.example': [['v=DMARC1; p=reject']],
    '_dmarc.east.sheds.example': [['v=DMARC1; p=none']],
  });
  expect(dmarc).toMatchObject({ name: '_dmarc.east.sheds.example' });
  expect(asked.filter((name) => name.startsWith('_dmarc.'))).toHaveLength(3);
  const { dmarc: missing } = await ask({});
  expect(missing).toMatchObject({
    state: 'missing',
    name: expect.stringMatching(/^_dmarc\.a\.a\./),
  });
});

test('records are unknown if DNS does not answer in time', async () => {
  const check = await checkSenderDomain(
    'a.b.sheds.example',
    'google',
    () => new Promise(() => {}),
    10,
  );
  expect([check.spf, check.dkim, check.dmarc].map((record) => record?.state)).toEqual([
    ...['unknown', 'unknown', 'unknown'],
  ]);
});

test.each(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED'])(
  'records are unknown if DNS answers %s',
  async (code) => {
    const check = await checkSenderDomain('sheds.example', 'google', () => fail(code));
    expect([check.spf, check.dkim, check.dmarc].map((record) => record?.state)).toEqual([
      ...['unknown', 'unknown', 'unknown'],
    ]);
  },
);
