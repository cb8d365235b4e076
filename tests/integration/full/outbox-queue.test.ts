import { afterEach, describe, expect, test, vi } from 'vitest';
import { engineAvailable } from '#tests/support/backend.ts';
import { useOutbox } from '#tests/support/outbox.ts';
import { sendDueMails } from '../../../supabase/functions/send-email/deliver.ts';

/** The queue itself: dead senders, retention, and clocks that are set meanwhile. */

describe.skipIf(!engineAvailable())('the outbox as a queue', () => {
  const outbox = useOutbox();
  afterEach(() => outbox.clear());

  test('a mail claimed by a killed process is sent by another one after the lease', async () => {
    await outbox.store('Ann');
    await outbox.pass('35 seconds');
    await outbox.backend.service
      .rpc('claim_due_mails', { max_mails: 5, lifetime_seconds: 180 })
      .throwOnError();
    await outbox.pass('2 minutes');
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: 0, notSent: 0 });
    expect((await outbox.call('Ann')).status).toBe(409);
    await outbox.pass('2 minutes');
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: 1, notSent: 0 });
  });

  test.each(['-1 year', '1 year'])(
    'a clock that jumps (%s) does not stop the outbox',
    async (jump) => {
      outbox.mail.be({ at: 'recipient', code: 451 });
      await outbox.store('Ann');
      await outbox.pass('35 seconds');
      await sendDueMails(outbox.sender());
      await outbox.store('Bob');
      await outbox.pass(jump);
      outbox.mail.be('take');
      expect(await sendDueMails(outbox.sender())).toEqual({ sent: 2, notSent: 0 });
    },
  );

  test.each([
    ['5 hours', 'is taken'],
    ['-5 hours', 'is taken'],
    ['5 hours', 'is refused'],
    ['-5 hours', 'is refused'],
  ])('a mail under way while the clock jumps by %s is sent once if it %s', async (jump, end) => {
    await outbox.store('Ann');
    await outbox.pass('35 seconds');
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const send = vi.fn(() => promise);
    const parts = { ...outbox.sender(), send };
    const first = sendDueMails(parts);
    await expect.poll(() => send.mock.calls).toHaveLength(1);
    await outbox.pass(jump);
    expect(await sendDueMails(parts)).toEqual({ sent: 0, notSent: 1 });
    const isTaken = end === 'is taken';
    if (isTaken) resolve(undefined);
    else reject(new Error('No'));
    expect(await first).toEqual({ sent: isTaken ? 1 : 0, notSent: isTaken ? 0 : 1 });
    await outbox.pass('1 day');
    expect(await sendDueMails(outbox.sender())).toEqual({ sent: isTaken ? 0 : 1, notSent: 0 });
    expect(send).toHaveBeenCalledOnce();
  });
});
