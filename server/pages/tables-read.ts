/** Which tables a page has read; `everything` where that can't be told from the calls. */
export type TablesRead = { names: Set<string>; everything: boolean };

/**
 * A fetch that notes which tables its calls read: from the path of the table interface
 * (`/rest/v1/{table}`) and from what `select` embeds (`title,reviews(rating)`). A call of a database
 * function may read anything, but for those whose table is known.
 */
export function notingTables(fetch: typeof globalThis.fetch, read: TablesRead): typeof fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const { pathname, searchParams } = new URL(address);
    const [, name] = /\/rest\/v1\/([^/]+)/.exec(pathname) ?? [];
    const called = /\/rest\/v1\/rpc\/([^/]+)/.exec(pathname)?.[1] ?? '';
    const table = name === 'rpc' ? tableOfFunction.get(called) : name;
    if (table) read.names.add(table);
    else if (name === 'rpc') read.everything = true;
    for (const [, embedded = ''] of (searchParams.get('select') ?? '').matchAll(embedding)) {
      read.names.add(embedded);
    }
    return fetch(input, init);
  };
}

/** The functions that read one table and nothing else that the pages show. */
const tableOfFunction = new Map([['get_image_alt_texts', 'image_alt_texts']]);

/** A name, its join or hint behind an exclamation mark, and the bracket of what is embedded. */
const embedding = /([\w-]+)(?:![\w-]+)*\(/g;
