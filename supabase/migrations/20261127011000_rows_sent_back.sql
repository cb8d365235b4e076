-- A row that was read may be sent back whole: staff may name the columns that are the database's own, and their
-- values must be the stored ones. Visitors' grants are as before. See "Rows sent back" in docs/backend.md.

create function private.is_stored(relation regclass, given jsonb) returns boolean
  language plpgsql stable
  set search_path = ''
  as $$
  declare
    key constant text := case when given ? 'id' then 'id' else 'path' end;
    found boolean;
  begin
    execute format('select exists (select from %1$s where %2$I = (jsonb_populate_record(null::%1$s, $1)).%2$I)', relation, key)
      into found using jsonb_build_object(key, given -> key);
    return found;
  end
  $$;
comment on function private.is_stored(regclass, jsonb) is
  'True if the table has a row with the key of this one, which the caller may read.';

create function private.refuse_column(table_name text, column_name text) returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    raise insufficient_privilege using
      message = format('permission denied for column %s of table %s', column_name, table_name),
      hint = 'The database sets this column. Leave it out, or send the value that was read.',
      schema = 'public', table = table_name, column = column_name;
  end
  $$;
comment on function private.refuse_column(text, text) is 'Raises the error about a value that only the database sets.';

create function private.keep_protected_columns() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    before constant jsonb := to_jsonb(old);
    after constant jsonb := to_jsonb(new);
    name text;
  begin
    foreach name in array tg_argv loop
      if after -> name is distinct from before -> name then perform private.refuse_column(tg_table_name, name); end if;
    end loop;
    return new;
  end
  $$;
comment on function private.keep_protected_columns() is
  'Refuses an update that changes one of the columns that are its arguments. Its triggers, guard_update, run before those that set them.';

-- An upsert inserts first: if the row is stored, the trigger of updates decides.
create function private.refuse_protected_columns() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    given constant jsonb := to_jsonb(new);
    name text;
    default_text text;
    default_value jsonb;
  begin
    if private.is_stored(tg_relid, given) then return new; end if;
    foreach name in array tg_argv loop
      select pg_catalog.pg_get_expr(adbin, adrelid) into default_text
        from pg_catalog.pg_attribute join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = tg_relid and attname = name;
      execute format('select to_jsonb(%s)', coalesce(default_text, 'null::text')) into default_value;
      if coalesce(given -> name, 'null') <> coalesce(default_value, 'null') then
        perform private.refuse_column(tg_table_name, name);
      end if;
    end loop;
    return new;
  end
  $$;
comment on function private.refuse_protected_columns() is
  'Refuses a new row in which one of the columns that are its arguments has another value than its default. Its triggers are guard_insert.';

-- Generated columns reject even the stored value (428C9): these are computed by a trigger, whose arguments they are.

create function private.compute_columns(stored public.contact_submissions) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || coalesce(stored.subject, '') || ' '
        || stored.message), 60000),
      'name_order', left(private.normalize_text(btrim(stored.name)), 100),
      'subject_order', left(private.normalize_text(nullif(btrim(stored.subject), '')), 100),
      'message_order', left(private.normalize_text(left(btrim(stored.message), 200)), 100))
  $$;
create function private.compute_columns(stored public.quote_requests) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'search_text', left(private.normalize_text(
        stored.customer_name || ' ' || stored.email || ' ' || coalesce(stored.phone, '') || ' '
        || regexp_replace(coalesce(stored.phone, ''), '\D', '', 'g') || ' ' || stored.project_type || ' '
        || coalesce(stored.material_type, '') || ' ' || coalesce(stored.color, '') || ' ' || coalesce(stored.size, '') || ' '
        || coalesce(stored.shed_style, '') || ' ' || coalesce(stored.budget_range, '') || ' '
        || coalesce(stored.timeline, '') || ' ' || stored.description || ' ' || coalesce(stored.custom_message, '') || ' '
        || coalesce(stored.notes, '')), 60000),
      'name_order', left(private.normalize_text(btrim(stored.customer_name)), 100),
      'budget_order', case when stored.budget_range ~* '^\s*under' then 0
        else left(replace(substring(stored.budget_range from '[0-9][0-9,]*'), ',', ''), 9)::integer end,
      'size_order', substring(stored.size from '^\s*([0-9]{1,4})\s*[xX×]')::integer
        * substring(stored.size from '[xX×]\s*([0-9]{1,4})')::integer)
  $$;
create function private.compute_columns(stored public.shed_listings) returns jsonb
  language sql immutable
  set search_path = ''
  as $$
    select jsonb_build_object(
      'size_group', case
        when stored.size ~* '(^|\D)(8\s*[x×]\s*8|8\s*[x×]\s*10|8\s*[x×]\s*12)(\D|$)' then 'Small'
        when stored.size ~* '(^|\D)(10\s*[x×]\s*10|10\s*[x×]\s*12|10\s*[x×]\s*16)(\D|$)' then 'Medium'
        when stored.size ~* '(^|\D)(12\s*[x×]\s*12|12\s*[x×]\s*16|12\s*[x×]\s*20|14\s*[x×]\s*20)(\D|$)' then 'Large'
        else 'Other'
      end,
      'floor_area', substring(stored.size from '([0-9]{1,4}(?:\.[0-9]+)?)\s*[xX×]\s*[0-9]')::numeric
        * substring(stored.size from '[0-9]\s*[xX×]\s*([0-9]{1,4}(?:\.[0-9]+)?)')::numeric)
  $$;
comment on function private.compute_columns(public.contact_submissions) is 'Search text and sort keys of a message.';
comment on function private.compute_columns(public.quote_requests) is 'Search text and sort keys of a request.';
comment on function private.compute_columns(public.shed_listings) is
  'Group of the public size filter and floor area of a listing.';
grant execute on function private.is_stored(regclass, jsonb), private.refuse_column(text, text),
  private.compute_columns(public.contact_submissions), private.compute_columns(public.quote_requests),
  private.compute_columns(public.shed_listings) to anon, authenticated, service_role;

create function private.set_computed_columns() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  declare
    given constant jsonb := to_jsonb(new);
    computed jsonb;
    name text;
  begin
    -- The row of an upsert retains what was sent until keep_protected_columns has compared it.
    if tg_op = 'INSERT' and current_user = 'authenticated' and private.is_stored(tg_relid, given) then return new; end if;
    computed := private.compute_columns(new);
    if tg_op = 'INSERT' and current_user = 'authenticated' then
      foreach name in array tg_argv loop
        if coalesce(given -> name, 'null') not in ('null', '""') and given -> name <> computed -> name then
          perform private.refuse_column(tg_table_name, name);
        end if;
      end loop;
    end if;
    return jsonb_populate_record(new, computed);
  end
  $$;
comment on function private.set_computed_columns() is
  'Sets the columns that are its arguments by compute_columns. Its triggers run after the others.';

create function private.list_computed_columns(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select coalesce(array_agg(name), '{}') from (
      select attname::text from pg_catalog.pg_attribute where attrelid = relation and attgenerated <> ''
      union
      select unnest(string_to_array(rtrim(encode(tgargs, 'escape'), '\000'), '\000'))
        from pg_catalog.pg_trigger where tgrelid = relation and tgname = 'set_computed_columns') as computed (name)
  $$;
comment on function private.list_computed_columns(regclass) is 'The columns of a table that follow from others.';
revoke execute on function private.list_computed_columns(regclass) from public, anon, authenticated;

alter table public.contact_submissions
  alter column search_text drop expression, alter column name_order drop expression,
  alter column subject_order drop expression, alter column message_order drop expression;
alter table public.contact_submissions
  alter column search_text set default '', alter column name_order set default '', alter column message_order set default '';
alter table public.quote_requests
  alter column search_text drop expression, alter column name_order drop expression,
  alter column budget_order drop expression, alter column size_order drop expression;
alter table public.quote_requests alter column search_text set default '', alter column name_order set default '';
alter table public.shed_listings alter column size_group drop expression, alter column floor_area drop expression;
alter table public.shed_listings alter column size_group set default '';

grant update (id, created_at, updated_at) on public.blog_posts to authenticated;
create trigger guard_update before update on public.blog_posts
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');

grant update (id, created_at, updated_at) on public.past_projects to authenticated;
create trigger guard_update before update on public.past_projects
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');

grant update (id, created_at, updated_at) on public.reviews to authenticated;
create trigger guard_update before update on public.reviews
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');

grant update (id, created_at, updated_at) on public.video_carousel to authenticated;
create trigger guard_update before update on public.video_carousel
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.home_content to authenticated;
create trigger guard_update before update on public.home_content
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.home_content
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.business_settings to authenticated;
create trigger guard_update before update on public.business_settings
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.business_settings
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.designer_settings to authenticated;
create trigger guard_update before update on public.designer_settings
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.designer_settings
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.quote_settings to authenticated;
create trigger guard_update before update on public.quote_settings
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.quote_settings
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.quote_templates to authenticated;
create trigger guard_update before update on public.quote_templates
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.quote_templates
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, created_at, updated_at)
  on public.tax_settings to authenticated;
create trigger guard_update before update on public.tax_settings
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.tax_settings
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (id, created_at, updated_at),
  update (id, slug, created_at, updated_at)
  on public.site_pages to authenticated;
create trigger guard_update before update on public.site_pages
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'slug', 'created_at', 'updated_at');
create trigger guard_insert before insert on public.site_pages
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('created_at', 'updated_at');

grant insert (updated_at), update (updated_at) on public.image_alt_texts to authenticated;
create trigger guard_update before update on public.image_alt_texts
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('updated_at');
create trigger guard_insert before insert on public.image_alt_texts
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('updated_at');

grant insert (size_group, floor_area),
  update (id, design, created_at, updated_at, size_group, floor_area)
  on public.shed_listings to authenticated;
create trigger guard_update before update on public.shed_listings
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'design', 'created_at', 'updated_at', 'size_group',
    'floor_area');
create trigger set_computed_columns before insert or update on public.shed_listings
  for each row execute function private.set_computed_columns('size_group', 'floor_area');

grant insert (id, status, is_spam, spam_reasons, created_at, updated_at, search_text, name_order, subject_order,
    message_order),
  update (id, name, email, phone, subject, message, spam_reasons, created_at, updated_at, search_text, name_order,
    subject_order, message_order)
  on public.contact_submissions to authenticated;
create trigger guard_update before update on public.contact_submissions
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'name', 'email', 'phone', 'subject', 'message',
    'spam_reasons', 'created_at', 'updated_at', 'search_text', 'name_order', 'subject_order', 'message_order');
create trigger guard_insert before insert on public.contact_submissions
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('status', 'is_spam', 'spam_reasons', 'created_at', 'updated_at');
create trigger set_computed_columns before insert or update on public.contact_submissions
  for each row execute function private.set_computed_columns('search_text', 'name_order', 'subject_order',
    'message_order');

grant insert (id, design_price, status, notes, is_spam, spam_reasons, created_at, updated_at, search_text,
    name_order, budget_order, size_order),
  update (id, customer_name, email, phone, project_type, material_type, color, size, shed_style, description,
    budget_range, timeline, custom_message, inspiration_images, design, delivery_km, price_basis, design_price,
    spam_reasons, created_at, updated_at, search_text, name_order, budget_order, size_order)
  on public.quote_requests to authenticated;
create trigger guard_update before update on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.keep_protected_columns('id', 'customer_name', 'email', 'phone', 'project_type',
    'material_type', 'color', 'size', 'shed_style', 'description', 'budget_range', 'timeline', 'custom_message',
    'inspiration_images', 'design', 'delivery_km', 'price_basis', 'design_price', 'spam_reasons', 'created_at',
    'updated_at', 'search_text', 'name_order', 'budget_order', 'size_order');
create trigger guard_insert before insert on public.quote_requests
  for each row when (current_user = 'authenticated')
  execute function private.refuse_protected_columns('design_price', 'status', 'notes', 'is_spam', 'spam_reasons',
    'created_at', 'updated_at');
create trigger set_computed_columns before insert or update on public.quote_requests
  for each row execute function private.set_computed_columns('search_text', 'name_order', 'budget_order',
    'size_order');

-- Computed columns are neither logged nor kept with deleted rows.

create or replace function private.list_stored_columns(relation regclass) returns text[]
  language sql stable
  set search_path = ''
  as $$
    select array_agg(attname::text order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped
      and attname <> all (private.list_computed_columns(relation))
  $$;
comment on function private.list_stored_columns(regclass) is 'The columns of a table without computed ones.';

create or replace function private.write_audit_entry() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  <<audit>>
  declare
    config jsonb := coalesce(tg_argv[0], '{}')::jsonb;
    stored text[] := case when config ? 'stored' then
      array(select jsonb_array_elements_text(config -> 'stored')) end;
    redacted text[] := array(select jsonb_array_elements_text(config -> 'redacted'));
    erased_on_delete text[] := array(select jsonb_array_elements_text(config -> 'erased_on_delete'));
    table_name text := case tg_table_schema when 'public' then '' else tg_table_schema || '.' end || tg_table_name;
    old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
    any_row jsonb := coalesce(new_row, old_row);
    record_id text := coalesce(any_row ->> 'user_id', any_row ->> 'id', any_row ->> 'path');
    account uuid := case when table_name in ('staff', 'auth.users', 'auth.mfa_factors') then record_id end;
    actor uuid := auth.uid();
    columns text[];
    before jsonb;
    after jsonb;
    latest public.audit_entries;
  begin
    if tg_op = 'DELETE' and cardinality(erased_on_delete) > 0 then
      update public.audit_entries as entry
        set before = entry.before - erased_on_delete, after = entry.after - erased_on_delete
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id;
    end if;

    -- The auth service has no claims: it acts for the account, unless the staff command or a colleague's id says otherwise.
    if tg_table_schema = 'auth' then
      actor := case coalesce(current_setting('ridgeline.actor', true), '') when '' then account when 'command' then null
        else current_setting('ridgeline.actor', true)::uuid end;
    end if;
    if table_name <> 'staff'
      and not exists (select from public.staff where user_id = coalesce(account, actor))
    then
      return null;
    end if;

    select coalesce(array_agg(key order by key), '{}') into columns
      from jsonb_object_keys(any_row) as key
      where (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key)
        and (stored is null or key = any (stored || redacted))
        and not (tg_op = 'DELETE' and key = any (erased_on_delete))
        and key not in ('id', 'path', 'updated_at')
        and key <> all (private.list_computed_columns(tg_relid));
    if tg_op = 'UPDATE' and columns = '{}' then
      return null;
    end if;
    select jsonb_object_agg(key, old_row -> key) filter (where tg_op <> 'INSERT'),
        jsonb_object_agg(key, new_row -> key) filter (where tg_op <> 'DELETE')
      into before, after
      from unnest(columns) as key where key <> all (redacted);

    -- Notes are saved while they are typed: ten minutes of typing are one entry.
    if tg_op = 'UPDATE' and columns <@ erased_on_delete then
      select * into latest from public.audit_entries as entry
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id
        order by id desc limit 1;
      if latest.actor_id = actor and latest.action = 'update' and latest.columns = columns
        and latest.occurred_at > clock_timestamp() - interval '10 minutes'
      then
        update public.audit_entries as entry set occurred_at = clock_timestamp(), after = audit.after
          where id = latest.id;
        return null;
      end if;
    end if;

    insert into public.audit_entries
      (actor_id, actor_email, table_name, record_id, record_name, action, columns, before, after)
    values (
      actor, (select email from auth.users where id = actor), table_name, record_id,
      case when account is null then left(any_row ->> (config ->> 'name'), 200)
      else (select email from auth.users where id = account) end,
      case when tg_op = 'INSERT' and exists (
        select from public.audit_entries as entry
        where entry.table_name = audit.table_name and entry.record_id = audit.record_id
          and entry.action = 'delete')
      then 'restore' else lower(tg_op) end,
      columns, before, after);
    return null;
  end
  $$;

create or replace function private.price_request() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
  begin
    if not private.is_shed_design(new.design) then
      raise check_violation using message = 'The design is invalid',
        constraint = 'quote_requests_design_valid', table = 'quote_requests', column = 'design';
    end if;
    -- A row that is moved to another database or sent back has its price already.
    if current_setting('role', true) in ('anon', 'authenticated')
      and not exists (select from public.quote_requests where id = new.id)
    then
      new.design_price := private.price_by_published_list(new.design, new.delivery_km, new.price_basis);
    end if;
    return new;
  end
  $$;
