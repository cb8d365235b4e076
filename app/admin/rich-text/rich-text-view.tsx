import { richTextToShow } from '#app/domain/content/rich-text.ts';

/** Rich text, to be looked at. A default export, so that it loads only where it is asked for. */
export default function RichTextView({ html }: { html: string }) {
  return (
    <span
      // Its links lead nowhere: it stands inside a choice.
      inert
      className="rich-text block"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by richTextToShow
      dangerouslySetInnerHTML={{ __html: richTextToShow(html) }}
    />
  );
}
