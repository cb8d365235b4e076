/** `isUnknown` if a render called a database function, which may read any table. */
export type TablesRead = { names: Set<string>; isUnknown: boolean };

/** `title,reviews!inner(rating)` */
const embeddedTable = /([\w-]+)(?:![\w-]+)*\(/g;

const tablesOfFunctions = new Map([['get_image_alt_texts', 'image_alt_texts']]);

export function createTablesRead(): TablesRead {
  return { names: new Set(), isUnknown: false };
}

export function trackTableReads(
  fetch: typeof globalThis.fetch,
  tablesRead: TablesRead,
): typeof fetch {
  return (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const [, name, functionName = ''] = /\/rest\/v1\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
    const table = name === 'rpc' ? tablesOfFunctions.get(functionName) : name;
    if (table) tablesRead.names.add(table);
    else if (name === 'rpc') tablesRead.isUnknown = true;
    for (const [, embedded = ''] of (searchParams.get('select') ?? '').matchAll(embeddedTable)) {
      tablesRead.names.add(embedded);
    }
    return fetch(input, init);
  };
}
