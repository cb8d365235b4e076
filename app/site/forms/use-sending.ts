import { type FormEvent, useRef, useState } from 'react';
import { type Submission, sendForm } from './submission.ts';

type SendingOptions = {
  /** The resource route that takes the form. */
  address: string;
  /** The sentence for anything that goes wrong on the way. */
  failure: string;
  /** What came of the last post without scripts. */
  posted: Submission | undefined;
};

/** What a form has sent and what came of it. */
export function useSending({ address, failure, posted }: SendingOptions) {
  const [result, setResult] = useState(posted);
  const [attempt, setAttempt] = useState(0);
  const [wasOffline, setWasOffline] = useState(false);
  const busy = useRef(false);

  function show(answer: Submission | undefined) {
    setResult(answer);
    setAttempt((count) => count + 1);
  }

  return {
    result,
    /** Grows with each answer and each refusal, so that the focus goes to what is said. */
    attempt,
    /** The last answer was a failure, and the browser was offline. */
    wasOffline,
    /** Sends the fields and shows the answer. Never rejects. */
    send: async (fields: FormData) => {
      setResult(undefined);
      const answer = await sendForm(address, fields, failure);
      setWasOffline(!answer.sent && !navigator.onLine);
      show(answer);
      return answer;
    },
    /** To be called where the form is not sent because of what is in it. */
    refuse: () => show(undefined),
    /** Takes what was said away. */
    clear: () => setResult(undefined),
    /** A submit handler that does nothing while the one before is under way. */
    once: (submit: (event: FormEvent) => Promise<void>) => async (event: FormEvent) => {
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      try {
        await submit(event);
      } finally {
        busy.current = false;
      }
    },
  };
}
