import { serveJobs } from '#backend/serve-jobs.ts';
import { limitSharp, runImageJob } from './image-job.ts';

// The process that decodes and converts images, started by image-process.ts: the memory of libvips is
// returned to the system when it ends, and a file that crashes it crashes nothing else.

limitSharp();
serveJobs(runImageJob);
