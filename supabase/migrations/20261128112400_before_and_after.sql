-- Two images of a project that visitors compare. They may differ from the list of images for a while: both are shown
-- only while they are in it.

alter table public.past_projects
  add column before_image text,
  add column after_image text,
  add constraint past_projects_before_image_path check (before_image ~ '^projects/[^\s/]{1,250}$'),
  add constraint past_projects_after_image_path check (after_image ~ '^projects/[^\s/]{1,250}$');
comment on column public.past_projects.before_image is 'One of the images, which shows the place before the work; null for none.';
comment on column public.past_projects.after_image is 'One of the images, which shows the place after the work; null for none.';
grant insert (before_image, after_image), update (before_image, after_image) on public.past_projects to authenticated;
