-- The shop's colours as its suppliers sell them: names and values in place of the built-in ones.

create function private.is_color_card(card jsonb) returns boolean
  language plpgsql immutable parallel safe
  set search_path = ''
  as $$
  begin
    -- Before anything converts it to text: a number such as 1e100000 has as many digits.
    if jsonb_typeof(card) is distinct from 'array' or pg_column_size(card) > 20000 or jsonb_array_length(card) > 40 then
      return false;
    end if;
    return not exists (
        select from jsonb_array_elements(card) as entry
        where case when jsonb_typeof(entry) <> 'object' then false
          else entry - array['kind', 'color', 'name', 'value'] = '{}'
            and jsonb_typeof(entry -> 'kind') = 'string' and jsonb_typeof(entry -> 'color') = 'string'
            and jsonb_typeof(entry -> 'name') = 'string' and jsonb_typeof(entry -> 'value') = 'string'
            and entry ->> 'kind' in ('wallColor', 'trimColor', 'shingleColor', 'metalColor')
            and (entry ->> 'kind') || '.' || (entry ->> 'color') = any (private.list_designer_options())
            and entry ->> 'name' = btrim(entry ->> 'name') and char_length(entry ->> 'name') <= 60
            and entry ->> 'name' !~ '[[:cntrl:]]'
            and entry ->> 'value' ~ '^(#[0-9a-f]{6})?$'
            and (entry ->> 'name') || (entry ->> 'value') <> '' end is not true)
      and (
        select count(*) = count(distinct (entry ->> 'kind', entry ->> 'color'))
        from jsonb_array_elements(card) as entry);
  end
  $$;
comment on function private.is_color_card(jsonb) is
  'True for colours as app/features/designer/color-card.ts defines them: kind and color of an option of the designer, each once, with the supplier''s name, the value as #rrggbb, or both.';
-- Checks run with the rights of who writes.
grant execute on function private.is_color_card(jsonb) to authenticated, service_role;

alter table public.designer_settings
  add column color_card jsonb not null default '[]',
  add constraint designer_settings_color_card_valid check (private.is_color_card(color_card));
comment on table public.designer_settings is
  'One row: how visitors see prices, how far away towns are, what the owner approved without an engineer, the hints of "Will it fit?", which options are not offered, the suppliers'' colours, how the shop frames.';
comment on column public.designer_settings.color_card is
  'List of colours for walls, trim, shingles and metal roofs with the supplier''s name and value; what is not listed is built in.';
grant insert (color_card), update (color_card) on public.designer_settings to authenticated;
