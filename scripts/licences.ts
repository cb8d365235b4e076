import { writeFileSync } from 'node:fs';
import { isAllowed, listShipped, renderLicences } from './shipped-licences.ts';

// `npm run licences`: lists the licences of all shipped packages in docs/licences.md.

const shipped = listShipped('.');
writeFileSync('docs/licences.md', renderLicences(shipped));
const refused = shipped.filter(({ licence }) => !isAllowed(licence));
process.stdout.write(`${shipped.length} packages ship; docs/licences.md lists them.\n`);
for (const { name, version, licence } of refused) {
  process.stderr.write(`${name} ${version} may not ship: ${licence}\n`);
}
process.exitCode = refused.length > 0 ? 1 : 0;
