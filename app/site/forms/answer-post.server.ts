import { data, redirect } from 'react-router';
import { type Submission, submissionInit } from './submission.ts';

/**
 * The answer to a form that was posted without scripts. Once it was sent, it leads to the same page
 * with ?sent=yes, so that a reload doesn't post again. Where there is something to tell about
 * pictures, the answer is the page itself: the names of a visitor's files belong into no address,
 * and into no cookie that a cache might take for everybody's.
 * @param path the page with the form
 */
export function answerPost(result: Submission, path: string) {
  if (result.sent && result.notices.length === 0) {
    return redirect(`${path}?sent=yes#form`, 303);
  }
  return data(result, submissionInit(result));
}
