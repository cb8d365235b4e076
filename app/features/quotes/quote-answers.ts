import type { Client } from '#app/lib/client.ts';
import { type AnswerResult, answerResultSchema } from './staff-results.ts';

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
