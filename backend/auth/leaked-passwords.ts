let leaked: Promise<Set<string>> | undefined;

/**
 * True for a password that leaks have made known: one of the 49,233 most frequent ones that
 * @zxcvbn-ts/language-common has collected from them. Upper and lower case are one, as they are to
 * whoever guesses. The list is read at the first call, and leaves the server never.
 */
export async function isLeaked(password: string): Promise<boolean> {
  leaked ??= readList();
  return (await leaked).has(password.toLowerCase());
}

async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
