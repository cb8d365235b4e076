/** What becomes of a form's fields, beside the button that sends them. */
export function PurposeLine() {
  return (
    <p className="text-ink-soft text-sm">
      We use what you send only to answer you.{' '}
      <a href="/privacy" className="drawn-link">
        Privacy
      </a>
    </p>
  );
}
