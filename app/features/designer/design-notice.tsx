import type { FieldGroup } from './design-form.ts';

/** The differences between a design and what was requested. */
export type DesignNotice = {
  messages: readonly string[];
  /** The part of the form that the visitor changed; undefined if the design came with the URL. */
  group?: FieldGroup | undefined;
  subject?: string;
  isRefusal?: boolean;
  /** When the visitor tried it. As a React key it makes screen readers announce a repeated message. */
  time?: number;
};

type NoticeProps = { notice: DesignNotice; className?: string };

export function Notice({ notice, className = '' }: NoticeProps) {
  const { messages, isRefusal, group } = notice;
  if (messages.length === 0) return null;
  return (
    <div role="alert" className={`warning ${className}`}>
      {isRefusal ? (
        messages.map((message) => <p key={message}>{message}</p>)
      ) : (
        <>
          <p className="font-semibold">
            {group ? 'This also changed:' : 'We changed these from your link or choice:'}
          </p>
          <ul className="mt-1 list-[square] pl-5 marker:text-brand">
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
