import type { Logger } from 'pino';
import { pruneAuditEntries } from '#app/data/audit.ts';
import type { Client } from '#app/data/client.ts';
import { pruneDeletedRecords } from '#app/data/deleted-records.ts';
import { removeOldEnquiries } from '#app/data/retention.ts';
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
