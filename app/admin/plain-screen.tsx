/** A screen's heading, with a line below it. */
export function PlainScreen({ title, intro }: { title: string; intro?: string }) {
  return (
    <>
      <h1 className="display text-3xl">{title}</h1>
      {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
    </>
  );
}
