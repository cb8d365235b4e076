/** Whether a file is a HEIC image. Some systems give it no type. */
export function isHeic({ name, type }: { name: string; type: string }): boolean {
  return /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}
