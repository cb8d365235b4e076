import { afterEach, describe, expect, test } from 'vitest';
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

  /** A sender whose mails are taken when the test says so. */
  function slowSender() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const parts = {
      ...outbox.sender(),
      send: async ({ messageId }: { messageId: string }) => {
        begun.push(messageId);
        await promise;
        return undefined;
      },
    };
    return { parts, begun, accept: resolve, fail: () => reject(new Error('No')) };
  }

  /** Has a mail under way while the clock jumps. */
  async function beginBeforeJump(jump: string) {
    await outbox.store('Ann');
    await outbox.pass('35 seconds');
    const slow = slowSender();
    const first = sendDueMails(slow.parts);
    await expect.poll(() => slow.begun).toHaveLength(1);
    await outbox.pass(jump);
    return { ...slow, first };
  }

  test.each(['5 hours', '-5 hours'])('%s is sent once', async (jump) => {
    const { parts, begun, accept, first } = await beginBeforeJump(jump);
    expect(await sendDueMails(parts)).toEqual({ sent: 0, notSent: 1 });
    accept();
    expect(await first).toEqual({ sent: 1, notSent: 0 });
    expect(begun).toHaveLength(1);
    expect(await outbox.queued()).toMatchObject([{ status: 'sent' }]);
    await outbox.pass('1 day');
    expect(await sendDueMails(parts)).toEqual({ sent: 0, notSent: 0 });
  });

  test.each(['5 hours', '-5 hours'])(
    '%s is sent later if the first attempt fails',
    async (jump) => {
      const { parts, fail, first } = await beginBeforeJump(jump);
      await sendDueMails(parts);
      fail();
      expect(await first).toEqual({ sent: 0, notSent: 1 });
      await outbox.pass('1 day');
      expect(await sendDueMails(outbox.sender())).toEqual({ sent: 1, notSent: 0 });
      expect(outbox.mail.received).toHaveLength(1);
    },
  );
});
