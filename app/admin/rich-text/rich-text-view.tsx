import { richTextToShow } from '#app/lib/rich-text.ts';

export default function RichTextView({ html }: { html: string }) {
  return (
    <div
      className="rich-text [&>:first-child]:mt-0"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by richTextToShow
      dangerouslySetInnerHTML={{ __html: richTextToShow(html) }}
    />
  );
}
