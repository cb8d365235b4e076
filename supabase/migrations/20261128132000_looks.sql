-- The owner's looks: logo, accent colour, an announcement above each page and more social networks.

create function private.get_luminance(color text) returns double precision
  language sql immutable
  set search_path = ''
  as $$
    select 0.2126 * channels[1] + 0.7152 * channels[2] + 0.0722 * channels[3]
    from (
      select array_agg(
        case when level <= 0.04045 then level / 12.92 else power((level + 0.055) / 1.055, 2.4) end order by place) as channels
      from (
        select place, get_byte(decode(substr(color, 2), 'hex'), place) / 255.0::double precision as level
        from generate_series(0, 2) as place
      ) as levels
    ) as linear
  $$;
comment on function private.get_luminance(text) is
  'The relative luminance of a colour such as #a32a1c, 0 to 1 (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).';
revoke execute on function private.get_luminance(text) from public;
grant execute on function private.get_luminance(text) to anon, authenticated, service_role;

create function private.is_social_urls(urls jsonb) returns boolean
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_typeof(urls) = 'object' and not exists (
      select from jsonb_each(case when jsonb_typeof(urls) = 'object' then urls else '{}' end) as entry (network, url)
      where jsonb_typeof(url) <> 'string' or char_length(url #>> '{}') > 500 or (url #>> '{}') !~* (
        '^https://([a-z0-9-]+\.)*(' || coalesce(case network
          when 'linkedin' then 'linkedin\.com' when 'youtube' then 'youtube\.com' when 'tiktok' then 'tiktok\.com'
          when 'pinterest' then 'pinterest\.(com|ca)' when 'houzz' then 'houzz\.com' when 'x' then '(x|twitter)\.com'
        end, '$.') || ')(/[^\s]*)?$'))
  $$;
comment on function private.is_social_urls(jsonb) is
  'Whether an object has a profile''s https URL by the name of its network, on that network''s own domain.';
revoke execute on function private.is_social_urls(jsonb) from public;
grant execute on function private.is_social_urls(jsonb) to anon, authenticated, service_role;

alter table public.business_settings
  add column logo_image text,
  add column logo_width integer,
  add column logo_height integer,
  add column accent_color text,
  add column announcement_text text,
  add column announcement_link text,
  add column announcement_from date,
  add column announcement_until date,
  add column social_urls jsonb not null default '{}',
  add constraint business_settings_logo_whole check (
    num_nulls(logo_image, logo_width, logo_height) in (0, 3) and logo_image ~ '^thumbnails/[\w.-]{1,250}$'
    and logo_width between 1 and 4096 and logo_height between 1 and 4096),
  add constraint business_settings_accent_readable check (
    case when accent_color ~ '^#[0-9a-f]{6}$' then private.get_luminance(accent_color) <= 0.142
      else accent_color is null end),
  add constraint business_settings_announcement_valid check (
    char_length(announcement_text) between 1 and 200 and announcement_text ~ '\S'
    and char_length(announcement_link) <= 500 and announcement_link ~* '^(https?://|/([^/\\]|$))\S*$'
    and announcement_from <= announcement_until),
  add constraint business_settings_social_urls_valid check (private.is_social_urls(social_urls));
comment on column public.business_settings.logo_image is
  'A key in the images bucket (thumbnails/...); null for the site''s own mark. Icons, link previews, PDFs and emails are made from it.';
comment on column public.business_settings.logo_width is 'The width of the logo in pixels.';
comment on column public.business_settings.logo_height is 'The height of the logo in pixels.';
comment on column public.business_settings.accent_color is
  'The colour of buttons and links, such as #2f5d3a; null for the usual red. At this luminance text in it has a contrast of 4.5:1 on every ground.';
comment on column public.business_settings.announcement_text is 'The bar above each page; null for none.';
comment on column public.business_settings.announcement_link is 'Where the bar leads: an http(s) URL or a path of the site.';
comment on column public.business_settings.announcement_from is 'The first day in Ontario on which the bar shows; null for at once.';
comment on column public.business_settings.announcement_until is 'The last day in Ontario on which the bar shows; null for no end.';
comment on column public.business_settings.social_urls is
  'Profiles besides Facebook and Instagram: URLs by network (linkedin, youtube, tiktok, pinterest, houzz, x).';
comment on table public.business_settings is
  'One row: name, contact, hours, social links, coordinates, retention, looks, and what visitors read of area, payment, services and the business.';
grant insert (logo_image, logo_width, logo_height, accent_color, announcement_text, announcement_link, announcement_from,
  announcement_until, social_urls),
  update (logo_image, logo_width, logo_height, accent_color, announcement_text, announcement_link, announcement_from,
  announcement_until, social_urls)
  on public.business_settings to authenticated;
