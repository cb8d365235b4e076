import type { Addition, Enquiry } from './enquiry.ts';
import {
  type Content,
  composeContent,
  type EnquiryMail,
  formatReceivedAt,
  getRequestLink,
  type MailContext,
} from './mail.ts';
import { isPlainEmail } from './plain-email.ts';

type Request = Extract<Enquiry, { emailType: 'quote' }>['row'];

/**
 * Composes the email to the owner about what the sender of a quote request has added to it.
 * @param additions at least one, oldest first
 */
export function composeAddition(
  { id, reference, customer_name: name, email }: Request,
  additions: [Addition, ...Addition[]],
  context: MailContext,
): Promise<EnquiryMail> {
  const texts = additions.map(({ at, text }): Content['texts'][number] => [
    `Added on ${formatReceivedAt(at)}`,
    text,
  ]);
  return composeContent(
    {
      title: `More about quote request ${reference}`,
      name,
      at: (additions.at(-1) ?? additions[0]).at,
      isSpam: false,
      facts: [
        ['Reference', reference],
        ['Email', email],
      ],
      texts,
      images: additions.flatMap(({ images }) => images.map(context.getImageUrl)),
      link: getRequestLink(context.adminUrl, id),
      replyTo: isPlainEmail(email) ? email : undefined,
    },
    context,
  );
}
