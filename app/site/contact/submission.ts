import { formGuardContext } from '#app/data/form-guard-context.ts';
import { logContext } from '#app/data/log-context.ts';
import { supabaseContext } from '#app/data/supabase-context.ts';
import { postedForm } from '#app/site/forms/received-form.server.ts';
import { submissionInit } from '#app/site/forms/submission.ts';
import type { Route } from './+types/submission.ts';
import { receiveContact } from './receive.server.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const form = await postedForm(request);
  const result = await receiveContact(
    form,
    context.get(supabaseContext),
    context.get(formGuardContext),
    context.get(logContext),
  );
  return Response.json(result, submissionInit(result));
}
