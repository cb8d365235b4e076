/** Which tables a page has read; `everything` where that can't be told from the calls. */
export type TablesRead = { names: Set<string>; everything: boolean };

/**
 * A fetch that notes which tables its calls read: from the path of the table interface
 * (`/rest/v1/{table}`) and from what `select` embeds (`title,reviews(rating)`). A call of a database
 * function may read anything.
 */
export function notingTables(fetch: typeof globalThis.fetch, read: TablesRead): typeof fetch {
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const { pathname, searchParams } = new URL(address);
    const [, name] = /\/rest\/v1\/([^/]+)/.exec(pathname) ?? [];
    if (name === 'rpc') read.everything = true;
    else if (name) read.names.add(name);
    for (const [, embedded = ''] of (searchParams.get('select') ?? '').matchAll(embedding)) {
      read.names.add(embedded);
    }
    return fetch(input, init);
  };
}

/** A name, its join or hint behind an exclamation mark, and the bracket of what is embedded. */
const embedding = /([\w-]+)(?:![\w-]+)*\(/g;
