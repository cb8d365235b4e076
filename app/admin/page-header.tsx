export function PageHeader({ title, intro }: { title: string; intro?: string }) {
  return (
    <>
      <h1 className="display text-3xl">{title}</h1>
      {intro && <p className="mt-1 text-ink-soft">{intro}</p>}
    </>
  );
}
