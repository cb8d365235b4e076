import { expect, it } from 'vitest';
import type { DeliveryDependencies } from '../send-email/deliver.ts';
import { createSendDueMails } from './handler.ts';

const secret = 'a secret of the scheduler';
const call = (dependencies: DeliveryDependencies, init: RequestInit) =>
  createSendDueMails(
    dependencies,
    secret,
  )(new Request('https://x.example/functions/v1/send-due-mails', init));

it.each([
  [{ method: 'POST' }, 401],
  [{ method: 'POST', headers: { Authorization: 'Bearer another' } }, 401],
  [{ method: 'POST', headers: { Authorization: `Basic ${secret}` } }, 400],
  [{ method: 'GET', headers: { Authorization: `Bearer ${secret.replaceAll(' ', '')}` } }, 401],
])('send-due-mails rejects %j with %d before it reads anything', async (init, status) => {
  const throwingDependencies = new Proxy({} as DeliveryDependencies, {
    get: () => {
      throw new Error('touched');
    },
  });
  expect((await call(throwingDependencies, init)).status).toBe(status);
});
