import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// What is installed is what was reviewed, and containers have no more rights than they need.

type Entry = { version?: string; link?: boolean; inBundle?: boolean; integrity?: string };

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('package-lock.json has the integrity of everything that is installed from a registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
  const installed = Object.entries(packages).filter(
    // Not the project's own folders, and what is inside another package's archive.
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  );
  const unchecked = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unchecked.map(([path]) => path)).toEqual([]);
  expect(installed.length).toBeGreaterThan(500);
});

test('no package runs a script when it is installed, and Node is a locked package', () => {
  const { allowScripts } = JSON.parse(read('package.json'));
  expect(Object.values(allowScripts)).not.toContain(true);
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const platform of ['linux-arm64', 'linux-x64', 'win-x64']) {
    expect(packages[`node_modules/node-${platform}`]).toMatchObject({
      ...{ integrity: expect.stringMatching(/^sha512-/), bin: { node: expect.any(String) } },
    });
  }
});

test('the images of Dockerfile and compose.yaml are named by their digest', () => {
  const files = read('Dockerfile') + read('deploy/compose/compose.yaml');
  const images = files.match(/(?<=^FROM |^ +image: )\S+/gm) ?? [];
  expect(images.length).toBe(6);
  for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
});

test('each service of compose.yaml drops capabilities and has limits', () => {
  const [, services = ''] =
    /^services:\n([\s\S]*?)^volumes:/m.exec(read('deploy/compose/compose.yaml')) ?? [];
  const blocks = services.split(/^ {2}(?=\w+:$)/m).filter((block) => block.trim());
  expect(blocks.map((block) => block.split(':')[0])).toEqual([
    ...['site', 'database', 'pictures', 'proxy'],
  ]);
  for (const block of blocks) {
    expect(block).toMatch(/cap_drop:\n +- ALL\n/);
    expect(block).toContain('- no-new-privileges:true');
    expect(block).toMatch(/mem_limit: \d+m/);
    expect(block).toMatch(/pids_limit: \d+/);
    expect(block).toContain('driver: local');
  }
});
