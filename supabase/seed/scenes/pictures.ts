import type { Picture } from './picture.ts';
import { shedPictures } from './sheds.ts';

/** Every picture of the demonstration content. */
export const pictures: readonly Picture[] = [...shedPictures];
