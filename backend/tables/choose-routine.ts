import { TablesError, unknownFunction } from './errors.ts';
import type { Routine, Schema } from './schema.ts';

/**
 * Chooses the function that takes exactly these arguments: all that it requires, and no others than
 * it has.
 *
 * @throws TablesError PGRST202 where there is none, PGRST203 (300) where there are several
 */
export function chooseRoutine(schema: Schema, name: string, argumentNames: string[]): Routine {
  const given = new Set(argumentNames);
  const matching = (schema.routines.get(name) ?? []).filter((routine) => {
    const known = new Set(routine.arguments.map((argument) => argument.name));
    return (
      argumentNames.every((argument) => known.has(argument)) &&
      routine.arguments.every((argument) => !argument.required || given.has(argument.name))
    );
  });
  const [routine, ...others] = matching;
  if (!routine) throw unknownFunction(name, argumentNames);
  if (!others.length) return routine;
  const signatures = matching.map((candidate) => {
    const types = candidate.arguments.map((argument) => `${argument.name} => ${argument.type}`);
    return `public.${name}(${types.join(', ')})`;
  });
  throw new TablesError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}
