/** The total of a form, which is rendered again if it has errors. */
const maxTextLength = 100_000;

/** @throws a 400 response for a body that is no form, and 413 for too much text */
export async function readPostedForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response('This form could not be read.', { status: 400 });
  });
  let length = 0;
  for (const [name, value] of form) {
    length += name.length + (typeof value === 'string' ? value : value.name).length;
  }
  if (length > maxTextLength) {
    throw new Response('These texts are too long to send together.', { status: 413 });
  }
  return form;
}
