import { expect, test } from 'vitest';
import { isPublicAddress, PrivateHostError, resolvePublicHost } from './mail-host.ts';

test.each(['8.8.8.8', '142.250.69.109', '172.32.0.1', '2607:f8b0:400b:80f::6d', '2a00:1450::1'])(
  'isPublicAddress accepts %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
  ],
  ...[
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
  ],
])('isPublicAddress rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));

test('resolvePublicHost returns a public address of a name, IPv4 first, and never a private one', async () => {
  const both = async () => ['2607:f8b0:400b:80f::6d', '10.0.0.1', '8.8.4.4'];
  expect(await resolvePublicHost('mail.example', both)).toBe('8.8.4.4');
  const modern = async () => ['fe80::1', '2607:f8b0:400b:80f::6d'];
  expect(await resolvePublicHost('mail.example', modern)).toBe('2607:f8b0:400b:80f::6d');
  expect(await resolvePublicHost('mail.example', async () => ['10.0.0.1', '8.8.8.8'])).toBe(
    '8.8.8.8',
  );
  const inside = resolvePublicHost('router.example', async () => ['192.168.0.1', 'fe80::1']);
  await expect(inside).rejects.toThrow(PrivateHostError);
  await expect(resolvePublicHost('127.0.0.1')).rejects.toThrow(PrivateHostError);
  await expect(resolvePublicHost('2130706433')).rejects.toThrow();
});
