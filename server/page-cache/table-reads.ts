/** `isUnknown` if a render called a database function, which may read any table. */
export type TablesRead = { names: Set<string>; isUnknown: boolean };

const functionTables = new Map([
  ['get_image_alt_texts', ['image_alt_texts']],
  ['price_design', ['price_lists', 'designer_settings', 'tax_settings']],
]);

export function createTablesRead(): TablesRead {
  return { names: new Set(), isUnknown: false };
}

export function trackTableReads(
  fetch: typeof globalThis.fetch,
  tablesRead: TablesRead,
): typeof fetch {
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const [, name, functionName = ''] = /\/rest\/v1\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
    const tables = name === 'rpc' ? functionTables.get(functionName) : name && [name];
    for (const table of tables || []) tablesRead.names.add(table);
    if (name === 'rpc' && !tables) tablesRead.isUnknown = true;
    return fetch(input, init);
  };
}
