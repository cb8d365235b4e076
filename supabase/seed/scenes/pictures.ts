import { blogPictures } from './blog.ts';
import { heroPictures } from './heroes.ts';
import type { Picture } from './picture.ts';
import { projectPictures } from './projects.ts';
import { shedPictures } from './sheds.ts';

/** Every picture of the demonstration content but the clips' thumbnails (see render-clips.ts). */
export const pictures: readonly Picture[] = [
  ...heroPictures,
  ...shedPictures,
  ...projectPictures,
  ...blogPictures,
];
