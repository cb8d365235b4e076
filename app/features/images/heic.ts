/** Whether a file is a HEIC; some systems know no type for it. */
export function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}
