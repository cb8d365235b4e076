import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from '#app/domain/zod.ts';

/**
 * A form's checks, which are loaded when its visitor comes to it and not with the page: they are a
 * fifth of its scripts. Where they can't be loaded, the form is sent as it is and the server checks it.
 *
 * @param schema loads the form's schema
 * @returns the resolver, and what loads the checks ahead of the sending
 */
export function createLaterResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: () => Promise<z.ZodType<Output, Input>>,
) {
  let resolver: Promise<Resolver<Input, unknown, Output>> | undefined;

  async function load() {
    resolver ??= schema().then((loaded) => zodResolver(loaded));
    try {
      return await resolver;
    } catch {
      resolver = undefined;
      return undefined;
    }
  }

  const check: Resolver<Input, unknown, Output> = async (values, context, options) => {
    const resolve = await load();
    return resolve
      ? resolve(values, context, options)
      : { values: values as unknown as Output, errors: {} };
  };
  return { resolver: check, load };
}
