-- A refresh token that was replaced long ago is deleted without those that followed it.

alter table auth.refresh_tokens
  drop constraint refresh_tokens_parent_id_fkey,
  add constraint refresh_tokens_parent_id_fkey foreign key (parent_id) references auth.refresh_tokens (id) on delete set null;
