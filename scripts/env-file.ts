import { existsSync } from 'node:fs';

// Imported before the commands of package.json: settings in .env, unless the environment has them.
// The tests run the commands without it.

if (existsSync('.env')) process.loadEnvFile('.env');
