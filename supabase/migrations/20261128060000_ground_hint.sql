-- The site adds a sentence about the foundation of the design to the hint on frost.
update public.designer_settings
set hints = jsonb_set(hints, '{ground,text}', '"The ground freezes to about {figure} m."')
where hints #>> '{ground,text}' = 'The ground freezes to about {figure} m. A detached garage below 55 m², of one storey and not of masonry, may stand on mud sills or a slab of 100 mm; the ground has to be level and drained.';
