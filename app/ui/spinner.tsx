export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className="size-6 animate-spin motion-reduce:animate-none rounded-full border-2 border-line border-t-brand"
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
