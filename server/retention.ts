import type { Logger } from 'pino';
import { pruneAuditEntries } from '#app/features/audit/audit-log.ts';
import { pruneDeletedRecords } from '#app/features/privacy/deleted-records.ts';
import { removeOldEnquiries } from '#app/features/privacy/retention.ts';
import type { Client } from '#app/lib/client.ts';
import { hourly, type Job } from './jobs.ts';

export function createRetentionJobs(client: Client, logger: Logger): Job[] {
  return [
    {
      name: 'audit log retention',
      schedule: hourly,
      run: async () => {
        await pruneAuditEntries(client, new Date());
      },
    },
    {
      name: 'deleted records retention',
      schedule: hourly,
      run: async () => {
        await pruneDeletedRecords(client, new Date());
      },
    },
    {
      name: 'enquiry retention',
      schedule: hourly,
      run: async (signal) => {
        const removed = await removeOldEnquiries(client, new Date(), signal, (error) =>
          logger.error({ error }, 'Retention: image deletion failed'),
        );
        if (removed) logger.info({ removed }, 'Retention: deleted expired enquiries');
      },
    },
  ];
}
