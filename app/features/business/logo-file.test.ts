import { expect, test } from 'vitest';
import { inspectLogoFile } from './logo-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const svg = (content: string, attributes = 'width="200" height="50"') =>
  encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);

/** The start of a PNG. */
function png(width: number, height: number, length = 100): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

test.each([
  ['a PNG', png(800, 200), { type: 'png', width: 800, height: 200 }],
  ['an SVG with a size', svg('<path d="M0 0h9"/>'), { type: 'svg', width: 200, height: 50 }],
  [
    'an SVG in pixels',
    svg('', 'viewBox="0 0 1 1" width="20px" height=\'10.5px\''),
    { type: 'svg', width: 20, height: 10.5 },
  ],
  [
    'an SVG with a viewBox only, a document type, and images and gradients of its own',
    encode(
      `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="100%" viewBox="0,0 300 100"><svg:use xlink:href="#a" fill="url(#b)"/><svg:image href="data:image/png;base64,aaaa"/></svg:svg>`,
    ),
    { type: 'svg', width: 300, height: 100 },
  ],
])('%s has the size of its first bytes', (_what, bytes, size) => {
  expect(inspectLogoFile(bytes)).toEqual(size);
});

test.each([
  ['a text', encode('hello'), 'Please choose a PNG or SVG file.'],
  ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'Please choose a PNG or SVG file.'],
  ['a PNG without its header', png(1, 1).subarray(0, 20), /can't be read/],
  ['a PNG of no size', png(0, 10), /can't be read/],
  [
    'a PNG of 50,000 pixels',
    png(50_000, 50_000),
    'This image is 50,000 × 50,000 pixels. Please use one with at most 4,096 on each side.',
  ],
  ['a PNG of 6 MB', png(10, 10, 6 * 1024 * 1024), /larger than 5 MB/],
  ['an SVG of 50,000 pixels', svg('', 'width="50000" height="10"'), /50,000 × 10 pixels/],
  ['an SVG of 600 kB', svg(' '.repeat(600_000)), /larger than 512 kB/],
  ['an SVG without a size', svg('', 'width="100%"'), /no size/],
  [
    'entities',
    encode(
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg width="1" height="1">&b;</svg>',
    ),
    'This SVG declares entities. Export it as plain SVG, or use a PNG.',
  ],
  ['a script', svg('<script>alert(1)</script>'), /contains scripts/],
  ['a script in a namespace', svg('<svg:script/>'), /contains scripts/],
  ['an event handler', svg('<g onload="alert(1)"/>'), /contains scripts/],
  [
    'an event handler of the root',
    svg('', 'width="1" height="1" onload="a()"'),
    /contains scripts/,
  ],
  ['HTML', svg('<foreignObject><b>x</b></foreignObject>'), /contains scripts/],
  ['a link', svg('<a href="javascript:alert(1)"><path/></a>'), /contains scripts/],
  ['an image elsewhere', svg('<image href="https://example.com/a.png"/>'), /loads other files/],
  ['a local file', svg("<use xlink:href='file:///etc/passwd#a'/>"), /loads other files/],
  ['a nested SVG', svg('<image href="data:image/svg+xml;base64,aaaa"/>'), /loads other files/],
  ['a style elsewhere', svg('<style>@import "https://example.com/a.css"</style>'), /loads other/],
  ['a fill elsewhere', svg('<path fill="url( \'https://example.com/a.svg#b\')"/>'), /loads other/],
])('%s is refused with a sentence', (_what, bytes, message) => {
  expect(() => inspectLogoFile(bytes)).toThrow(message);
});
