import { describe, expect, it } from 'vitest';
import { contactReplyDraft, quoteRequestReplyDraft } from './mailto.ts';

function read(href: string) {
  const url = new URL(href);
  return {
    to: decodeURIComponent(url.pathname),
    subject: url.searchParams.get('subject'),
    body: url.searchParams.get('body'),
  };
}

describe('quoteRequestReplyDraft', () => {
  it('greets and thanks for the interest in the project type', () => {
    const draft = read(
      quoteRequestReplyDraft({
        customer_name: 'Zoë & Sons',
        email: 'a+b?c=d&e@example.com',
        project_type: 'Garage Addition',
      }),
    );
    expect(draft.to).toBe('a+b?c=d&e@example.com');
    expect(draft.subject).toBe('Re: Your Quote Request');
    expect(draft.body).toBe(
      'Hi Zoë & Sons,\r\n\r\nThank you for your interest in our Garage Addition work.\r\n\r\n',
    );
  });

  it('has the link of a variant', () => {
    const request = { customer_name: 'Al', email: 'a@b.ca', project_type: 'Custom Shed' };
    const url = 'https://example.ca/design?style=gable&size=10x12';
    expect(read(quoteRequestReplyDraft(request, url)).body).toBe(
      `Hi Al,\r\n\r\nThank you for your interest in our Custom Shed work.\r\n\r\nHere is a variant of your design:\r\n${url}\r\n\r\n`,
    );
  });

  it('asks about a project if the type is Other', () => {
    const href = quoteRequestReplyDraft({
      customer_name: 'Al',
      email: 'a@b.ca',
      project_type: 'Other',
    });
    expect(read(href).body).toContain('interest in our work.');
  });
});

describe('contactReplyDraft', () => {
  it('encodes the subject, so that it adds no recipient', () => {
    const href = contactReplyDraft({
      name: 'Al',
      email: 'a@b.ca',
      subject: 'Roof&bcc=x@y.z #2, 100%',
    });
    expect(read(href).subject).toBe('Re: Roof&bcc=x@y.z #2, 100%');
    expect(new URL(href).searchParams.has('bcc')).toBe(false);
  });

  it.each([null, '', '  '])('has a default subject for %j', (subject) => {
    expect(read(contactReplyDraft({ name: 'Al', email: 'a@b.ca', subject })).subject).toBe(
      'Your Contact Form Submission',
    );
  });
});
