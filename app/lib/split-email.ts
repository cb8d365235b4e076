/** Splits an email address where it may wrap: after the @ and before dots. */
export function splitEmail(email: string): string[] {
  return email.match(/\.?[^.@]+@?|[.@]/g) ?? [email];
}
