/** The owner's logo: a path in the images bucket and the size in pixels. */
export type Logo = { path: string; width: number; height: number };

/** The bar above each page. `id` tells one text from another, for visitors who have closed the bar. */
export type Announcement = { id: string; text: string; link?: string };

export type SocialLink = { label: string; url: string };

/** What the owner may say on every page; an empty text is not shown. */
export type SharedTexts = { reply_note: string; footer_text: string };

/** Beside the buttons of forms, unless the owner has another text. */
export const defaultReplyNote = 'We reply within 24 hours.';
