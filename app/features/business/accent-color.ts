/** The default colour of buttons and links, as in theme.css. */
export const defaultAccent = '#a32a1c';

/**
 * The highest relative luminance an accent may have, as in the database. Text in it then has a contrast of at least 4.5:1
 * on every background of the site, of which #efe9dc is the darkest, and so has white text on it.
 */
const maxLuminance = 0.142;

/**
 * The relative luminance of a colour, 0 to 1.
 *
 * @param color such as #a32a1c
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const level = channel / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The lightest shade of a colour that is dark enough for an accent; the colour itself if it is. */
export function toReadableAccent(color: string): string {
  const channels = toChannels(color);
  for (let percent = 100; percent > 0; percent -= 1) {
    const shade = toHex(channels.map((channel) => Math.floor((channel * percent) / 100)));
    if (getLuminance(shade) <= maxLuminance) return shade;
  }
  return '#000000';
}

/** The custom properties of theme.css for an accent: itself, and its darker shade for buttons under the pointer. */
export function getAccentProperties(accent: string): Record<`--${string}`, string> {
  const darker = toChannels(accent).map((channel) => Math.round(channel * 0.75));
  return { '--brand': accent, '--brand-deep': toHex(darker) };
}

const toChannels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

const toHex = (channels: number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
