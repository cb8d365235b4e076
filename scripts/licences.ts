import { isAllowed, listShipped } from './shipped-licences.ts';

// `npm run licences`: prints every package that `npm ci --omit=dev` installs, with its version and licence.

const shipped = listShipped('.');
for (const { name, version, licence } of shipped) {
  process.stdout.write(`${name} ${version}: ${licence}\n`);
}
const refused = shipped.filter(({ licence }) => !isAllowed(licence));
for (const { name, version, licence } of refused) {
  process.stderr.write(`${name} ${version} may not ship: ${licence}\n`);
}
process.exitCode = refused.length > 0 ? 1 : 0;
