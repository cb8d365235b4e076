/** An image of the demonstration content: its path in the bucket, and its SVG. */
export type DemoImage = { path: string; draw: () => string };
