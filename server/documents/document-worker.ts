import { serveJobs } from '#backend/serve-jobs.ts';
import { renderDocument } from './document-job.ts';

// The process that writes documents, started by document-process.ts.

serveJobs(renderDocument);
