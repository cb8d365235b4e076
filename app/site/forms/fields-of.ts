import { trapFields } from '#app/domain/enquiries/spam.ts';
import { challengeEnded } from './challenge.tsx';

/** The fields of a form as they are sent in the background, once its check for robots has ended. */
export async function fieldsOf(form: HTMLFormElement): Promise<FormData> {
  await challengeEnded(form);
  const fields = new FormData(form);
  fields.set(trapFields.openFor, String(Math.round(performance.now())));
  return fields;
}
