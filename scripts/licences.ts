import { writeFileSync } from 'node:fs';
import { isAllowed, listShipped, presentLicences } from './shipped-licences.ts';

// `npm run licences`: writes down under which licences everything comes that ships.

const shipped = listShipped('.');
writeFileSync('docs/licences.md', presentLicences(shipped));
const refused = shipped.filter(({ licence }) => !isAllowed(licence));
process.stdout.write(`${shipped.length} packages ship; docs/licences.md lists them.\n`);
for (const { name, version, licence } of refused) {
  process.stderr.write(`${name} ${version} may not ship: ${licence}\n`);
}
process.exitCode = refused.length > 0 ? 1 : 0;
