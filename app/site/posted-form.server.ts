/** Characters in all fields together: a form with errors is rendered again. */
const maxTextLength = 100_000;

/** @throws a 400 response if the body is not a form, and 413 if it has too much text */
export async function readPostedForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Response("We couldn't read this form.", { status: 400 });
  });
  let length = 0;
  for (const [name, value] of form) {
    length += name.length + (typeof value === 'string' ? value : value.name).length;
  }
  if (length > maxTextLength) {
    throw new Response('The form is too long to send.', { status: 413 });
  }
  return form;
}
