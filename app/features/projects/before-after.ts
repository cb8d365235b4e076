type Marked = { images: string[]; before_image: string | null; after_image: string | null };

/** The paths of the images before and after the work, if both are marked, differ and are among the project's. */
export function getBeforeAfter(project: Marked): { before: string; after: string } | undefined {
  const { images, before_image: before, after_image: after } = project;
  if (!before || !after || before === after) return undefined;
  return images.includes(before) && images.includes(after) ? { before, after } : undefined;
}

/** The columns of a project with its images: a mark of an image that was removed is dropped. */
export function withImages<Columns extends Omit<Marked, 'images'>>(
  columns: Columns,
  images: string[],
): Columns & { images: string[] } {
  const keep = (path: string | null) => (path && images.includes(path) ? path : null);
  const { before_image, after_image } = columns;
  return {
    ...columns,
    images,
    before_image: keep(before_image),
    after_image: keep(after_image),
  };
}
