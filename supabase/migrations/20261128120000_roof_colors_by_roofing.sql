-- Shingles and metal roofs have colours of their own: what was withdrawn as a roof colour is withdrawn for both.

-- The options of app/features/designer/offer.ts, kind and name.
create or replace function private.list_designer_options() returns text[]
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select array['style.A-Frame', 'style.Dutch Barn', 'style.Dormer', 'style.Porch', 'style.Modern Farmhouse', 'style.Gable',
      'style.Gambrel', 'material.Wood', 'material.Duratemp', 'material.Metal', 'material.Vinyl', 'roofing.shingles',
      'roofing.metal', 'foundation.skids', 'foundation.gravel', 'foundation.slab', 'foundation.posts',
      'door.single-door-36', 'door.single-door-42', 'door.double-door-60', 'door.double-door-72', 'door.roll-up-door-84',
      'window.window-18x24', 'window.window-24x36', 'window.window-36x36', 'window.transom-48x12', 'extra.ramp',
      'extra.loft', 'extra.shelf', 'extra.workbench', 'extra.flowerBoxes', 'extra.shutters', 'extra.cupola', 'extra.vents',
      'extra.skylight', 'extra.insulation', 'extra.wiring']
      || array(
        select kind || '.' || color
        from unnest(array['wallColor', 'trimColor', 'shingleColor', 'metalColor']) as kind,
          unnest(array['Natural', 'White', 'Brown', 'Gray', 'Green', 'Blue', 'Red', 'Black', 'Charcoal', 'Navy Blue']) as color)
  $$;

create function private.split_roof_colors() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.withdrawn_options := array(
      select option
      from unnest(new.withdrawn_options) with ordinality as withdrawn (name, position),
        unnest(case when name like 'roofColor.%'
          then array['shingleColor' || substr(name, 10), 'metalColor' || substr(name, 10)]
          else array[name] end) as option
      group by option
      order by min(position), option desc);
    return new;
  end
  $$;
comment on function private.split_roof_colors() is
  'Replaces withdrawn roof colours with those of shingles and of metal roofs: former values and pages opened before an update still have them.';
create trigger split_roof_colors before insert or update of withdrawn_options on public.designer_settings
  for each row when (array_to_string(new.withdrawn_options, ',') like '%roofColor.%')
  execute function private.split_roof_colors();

update public.designer_settings set withdrawn_options = withdrawn_options
where array_to_string(withdrawn_options, ',') like '%roofColor.%';
