export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert">
      {children && (
        <p className="rounded-md border border-barn bg-barn-tint px-4 py-3 text-barn-deep [overflow-wrap:anywhere]">
          {children}
        </p>
      )}
    </div>
  );
}
