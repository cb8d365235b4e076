const firstNames = 'Anna Ben Carla Dan Eva Finn Greta Hal Ida Jon Kay Leo Mia Ned Ola Pia'.split(
  ' ',
);
const lastNames = 'Miller Smith Tremblay Roy Singh Chen Baker Carter Dubois Evans Fraser'.split(
  ' ',
);
const words =
  'shed garage door roof lake window loft vinyl siding gravel concrete pad overhang timber cedar tractor mower storage workshop bench insulated electric panel slope driveway north permit township budget spring summer winter family cottage boat kayak snow load'.split(
    ' ',
  );

/** Made-up quote requests, the same ones each time, one every two hours up to now. */
export function inboxRows(count: number) {
  let state = 42;
  // Mulberry32, so that each run measures the same rows.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const text = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  const now = Date.now();

  return Array.from({ length: count }, (_, place) => {
    const first = pick(firstNames);
    const last = pick(lastNames);
    return {
      customer_name: `${first} ${last}`,
      email: `${first}.${last}.${place}@example.com`.toLowerCase(),
      phone: `705-555-${String(place % 10_000).padStart(4, '0')}`,
      project_type: pick(['Custom Shed', 'Garage Addition', 'Home Addition', 'Other']),
      material_type: pick(['Wood', 'Vinyl', 'Metal', null]),
      size: pick(['8x8', '10x12', '12x20', 'Other', null]),
      budget_range: pick(['Under $2,000', '$2,000 - $5,000', '$20,000 - $50,000', null]),
      description: text(30 + Math.floor(random() * 60)),
      custom_message: random() < 0.3 ? text(30) : null,
      status: random() < 0.8 ? 'responded' : 'pending',
      created_at: new Date(now - (count - place) * 7_200_000).toISOString(),
    };
  });
}
