import type { ProjectColumns } from '#app/data/past-projects.ts';
import { formatCalendarDay } from '#app/domain/format/calendar-day.ts';
import { columnField } from '#app/domain/merging.ts';
import type { ShownField } from '../records/conflict-dialog.tsx';
import { ShownPictures } from '../records/shown-pictures.tsx';

const field = columnField<ProjectColumns>;

/** What two people may have entered differently about a project. */
export const projectMerge: ShownField<ProjectColumns>[] = [
  field('Title', 'title'),
  field('Project Type', 'project_type'),
  {
    ...field('Completion Date', 'completion_date'),
    show: ({ completion_date }) => formatCalendarDay(completion_date),
  },
  field('Location', 'location'),
  field('Description', 'description'),
  { ...field('Images', 'images'), show: ({ images }) => <ShownPictures paths={images} /> },
  field('Featured', 'is_featured'),
];
