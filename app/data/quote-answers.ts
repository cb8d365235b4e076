import { type AnswerResult, answerResultSchema } from '#app/domain/quotes/staff-results.ts';
import type { Client } from './client.ts';

/** @param messageId of the form: a repeated request is one message */
export async function answerQuoteMessage(
  client: Client,
  id: string,
  messageId: string,
  body: string,
): Promise<AnswerResult> {
  const { data } = await client
    .rpc('answer_quote_message', { message_id: messageId, quote_id: id, body })
    .throwOnError();
  return answerResultSchema.parse(data);
}
