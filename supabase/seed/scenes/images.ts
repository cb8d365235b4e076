import { blogImages } from './blog.ts';
import type { DemoImage } from './demo-image.ts';
import { heroImages } from './heroes.ts';
import { projectImages } from './projects.ts';
import { shedImages } from './sheds.ts';

/** The images of the demonstration content, except the thumbnails of the clips (render-clips.ts). */
export const demoImages: readonly DemoImage[] = [
  ...heroImages,
  ...shedImages,
  ...projectImages,
  ...blogImages,
];
