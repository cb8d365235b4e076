create schema fixtures;
set check_function_bodies = false;
set search_path = public, extensions, pg_catalog;
CREATE TYPE enum_menagerie_type AS ENUM (
    'foo',
    'bar'
);
create type  bit as enum ('one', 'two');
set search_path = fixtures, extensions, pg_catalog;
CREATE FUNCTION update_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
   NEW.owner = current_user;
   RETURN NEW;
END;
$$;
set search_path = public, extensions, pg_catalog;
create domain "text/plain" as text;
create domain "application/octet-stream" as bytea;
CREATE TABLE items (
    id bigserial primary key
);
CREATE TABLE items2 (
    id bigserial primary key
);
CREATE TABLE items3 (
    id bigserial primary key
);
CREATE TABLE موارد (
    هویت bigint NOT NULL
);
CREATE FUNCTION getitemrange(min bigint, max bigint) RETURNS SETOF items
    LANGUAGE sql
    STABLE
    AS $_$
    SELECT * FROM public.items WHERE id > $1 AND id <= $2;
$_$;
CREATE FUNCTION noparamsproc() RETURNS text
	LANGUAGE sql
        IMMUTABLE
	AS $$
		SELECT a FROM (VALUES ('Return value of no parameters procedure.')) s(a);
	$$;
CREATE FUNCTION json_argument(arg json) RETURNS text
LANGUAGE sql
IMMUTABLE
AS $_$
  SELECT json_typeof(arg);
$_$;
CREATE FUNCTION sayhello(name text) RETURNS text
    LANGUAGE sql
    IMMUTABLE
    AS $_$
    SELECT 'Hello, ' || $1;
$_$;
CREATE SEQUENCE callcounter_count START 1;
CREATE FUNCTION callcounter() RETURNS bigint
    LANGUAGE sql
    AS $_$
    SELECT nextval('public.callcounter_count');
$_$;
CREATE FUNCTION test_empty_rowset() RETURNS SETOF integer
    LANGUAGE sql
    IMMUTABLE
    AS $$
    SELECT null::int FROM (SELECT 1) a WHERE false;
$$;
CREATE TABLE auto_incrementing_pk (
    id integer NOT NULL,
    nullable_string character varying,
    non_nullable_string character varying NOT NULL,
    inserted_at timestamp with time zone DEFAULT now()
);
CREATE SEQUENCE auto_incrementing_pk_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE auto_incrementing_pk_id_seq OWNED BY auto_incrementing_pk.id;
CREATE TABLE clients (
    id integer primary key,
    name text NOT NULL
);
CREATE TABLE complex_items (
    id bigint NOT NULL,
    name text,
    settings json,
    arr_data integer[],
		"field-with_sep" integer default 1 not null
);
CREATE TABLE compound_pk (
    PRIMARY KEY (k1, k2),
    k1 integer NOT NULL,
    k2 text NOT NULL,
    extra integer
);
CREATE VIEW compound_pk_view AS
SELECT * FROM compound_pk;
CREATE TABLE empty_table (
    k character varying NOT NULL,
    extra character varying NOT NULL
);
CREATE VIEW has_count_column AS
 SELECT 1 AS count;
CREATE TABLE json_table (
    data json
);
CREATE TABLE menagerie (
    "integer" integer NOT NULL,
    double double precision NOT NULL,
    "varchar" character varying NOT NULL,
    "boolean" boolean NOT NULL,
    date date NOT NULL,
    money money NOT NULL,
    enum enum_menagerie_type NOT NULL
);
CREATE TABLE no_pk (
    a character varying,
    b character varying
);
CREATE TABLE only_pk (
    id integer primary key
);
CREATE TABLE nullable_integer (
    a integer
);
CREATE TABLE insertonly (
    v text NOT NULL
);
CREATE TABLE projects (
    id integer primary key,
    name text NOT NULL,
    client_id integer REFERENCES clients(id)
);
alter table projects rename constraint projects_client_id_fkey to client;
CREATE TABLE simple_pk (
    PRIMARY KEY (k),
    k character varying NOT NULL,
    extra character varying NOT NULL
);
CREATE TABLE simple_pk2 (
    PRIMARY KEY (k),
    k character varying NOT NULL,
    extra character varying NOT NULL
);
CREATE TABLE users (
    id integer primary key,
    name text NOT NULL
);
CREATE TABLE tasks (
    id integer primary key,
    name text NOT NULL,
    project_id integer REFERENCES projects(id)
);
alter table tasks rename constraint tasks_project_id_fkey to project;
create table fixtures.articles (
    id integer primary key,
    body text,
    owner name not null
);
create table fixtures.article_stars (
    article_id integer not null,
    user_id integer not null,
    created_at timestamp without time zone default now() not null,
    primary key (article_id, user_id)
);
alter table only fixtures.article_stars
  add constraint article foreign key (article_id) references fixtures.articles(id),
  add constraint "user" foreign key (user_id) references public.users(id);
CREATE VIEW limited_article_stars AS
  SELECT article_id, user_id, created_at FROM fixtures.article_stars;
CREATE VIEW articles AS
 SELECT articles.id,
    articles.body,
    articles.owner
   FROM fixtures.articles;
CREATE TABLE "Escap3e;" (
		"so6meIdColumn" integer primary key
);
CREATE TABLE "ghostBusters" (
		"escapeId" integer not null references "Escap3e;"("so6meIdColumn")
);
CREATE TABLE "withUnique" (
    uni text UNIQUE,
    extra text
);
CREATE TABLE clashing_column (
    t text
);
ALTER TABLE ONLY auto_incrementing_pk ALTER COLUMN id SET DEFAULT nextval('auto_incrementing_pk_id_seq'::regclass);
ALTER TABLE ONLY auto_incrementing_pk
    ADD CONSTRAINT auto_incrementing_pk_pkey PRIMARY KEY (id);
ALTER TABLE ONLY complex_items
    ADD CONSTRAINT complex_items_pkey PRIMARY KEY (id);
ALTER TABLE ONLY menagerie
    ADD CONSTRAINT menagerie_pkey PRIMARY KEY ("integer");
set search_path = fixtures, extensions, pg_catalog;
CREATE TRIGGER articles_owner_track BEFORE INSERT OR UPDATE ON articles FOR EACH ROW EXECUTE PROCEDURE fixtures.update_owner();
set search_path = public, extensions, pg_catalog;
create table addresses (
	id                   int not null unique,
	address              text not null
);
CREATE FUNCTION getproject(id int) RETURNS SETOF projects
    LANGUAGE sql
    AS $_$
    SELECT * FROM public.projects WHERE id = $1;
$_$;
CREATE FUNCTION getallprojects() RETURNS SETOF projects
    LANGUAGE sql
    AS $_$
    SELECT * FROM public.projects;
$_$ ROWS 2019;
create function public.ret_enum(val text) returns public.enum_menagerie_type as $$
  select val::public.enum_menagerie_type;
$$ language sql;
create domain one_nine as integer check (value >= 1 and value <= 9);
create function public.ret_array() returns integer[] as $$
  select '{1,2,3}'::integer[];
$$ language sql;
create function public.ret_domain(val integer) returns public.one_nine as $$
  select val::public.one_nine;
$$ language sql;
create function public.ret_range(low integer, up integer) returns int4range as $$
  select int4range(low, up);
$$ language sql;
create function public.ret_setof_integers() returns setof integer as $$
  values (1), (2), (3);
$$ language sql;
create function public.ret_setof_integers(int, int) returns integer AS $$
  values (1);
$$ language sql;
create function public.ret_scalars() returns table(
  a text, b public.enum_menagerie_type, c public.one_nine, d int4range
) as $$
  select row('scalars'::text, enum_first(null::public.enum_menagerie_type),
              1::public.one_nine, int4range(10, 20));
$$ language sql;
create type public.point_2d as (x integer, y integer);
create function public.ret_point_2d() returns public.point_2d as $$
  select row(10, 5)::public.point_2d;
$$ language sql;
create function public.ret_point_overloaded(x int, y int) returns public.point_2d as $$
  select row(x, y)::public.point_2d;
$$ language sql;
create function public.ret_point_overloaded(x json) returns json as $$
  select $1;
$$ language sql;
create domain public.composite_domain as public.point_2d;
create function public.ret_composite_domain() returns public.composite_domain as $$
  select row(10, 5)::public.composite_domain;
$$ language sql;
create function public.ret_void() returns void as '' language sql;
create or replace function public.ret_null() returns int as $$
  select null::int;
$$ language sql;
create function public.single_article(id integer) returns public.articles as $$
  select a.* from public.articles a where a.id = $1;
$$ language sql;
create function public.get_guc_value(name text) returns text as $$
  select nullif(current_setting(name), '')::text;
$$ language sql;
create function public.get_guc_value(prefix text, name text) returns text as $$
select nullif(current_setting(prefix)::json->>name, '')::text;
$$ language sql;
create table w_or_wo_comma_names ( name text );
create table items_with_different_col_types (
  int_data integer,
  text_data text,
  bool_data bool,
  bin_data bytea,
  char_data character varying,
  date_data date,
  real_data real,
  time_data time
);
create table entities (
  id integer primary key,
  name text,
  arr integer[],
  text_search_vector tsvector
);
create table child_entities (
  id integer primary key,
  name text,
  parent_id integer references entities(id)
);
create table grandchild_entities (
  id integer primary key,
  name text,
  parent_id integer references child_entities(id),
  or_starting_col text,
  and_starting_col text,
  jsonb_col jsonb
);
create table ranges (
    id integer primary key,
    range numrange
);
create function public.test() returns table(test text, value int) as $$
  values ('hello', 1);
$$ language sql;
create or replace function public.get_int_and_guc_headers(num int) returns integer as $$
  set local "response.headers" = '[{"X-Test":"key1=val1; someValue; key2=val2"},{"X-Test-2":"key1=val1"}]';
  select num;
$$ language sql;
create or replace function public.overloaded_default(opt_param text default 'Code w7') returns setof public.tasks as $$
select * from public.tasks where name like opt_param;
$$ language sql;
create or replace function public.overloaded_default(must_param int) returns jsonb as $$
select row_to_json(r)::jsonb from (select must_param as val) as r;
$$ language sql;
create or replace function public.overloaded_default(a int, opt_param text default 'Design IOS') returns setof public.tasks as $$
select * from public.tasks where name like opt_param and id > a;
$$ language sql;
create or replace function public.overloaded_default(a int, must_param int) returns jsonb as $$
select row_to_json(r)::jsonb from (select a, must_param as val) as r;
$$ language sql;
create table public.employees(
  first_name text,
  last_name text,
  salary money,
  company text,
  occupation text,
  primary key(first_name, last_name)
);
create table public.tiobe_pls(
  name text primary key,
  rank smallint
);
create table public.single_unique(
  unique_key integer unique not null,
  value text
);
create table public.compound_unique(
  key1 integer not null,
  key2 integer not null,
  value text,
  unique(key1, key2)
);
create table space(
  id integer primary key,
  name text);
create table zone(
  id integer primary key,
  name text,
  zone_type_id integer,
  space_id integer references space(id));
create table "UnitTest"(
  "idUnitTest" integer primary key,
  "nameUnitTest" text
);
create table jsonb_test(
  id integer primary key,
  data jsonb
);
CREATE TABLE public."Foo"(
  id int primary key,
  name text
);
CREATE TABLE public.bar(
  id int primary key,
  name text,
  "fooId" int references "Foo"(id)
);
create or replace function public."quotedFunction"("user" text, "fullName" text, "SSN" text)
returns jsonb AS $$
  select format('{"user": "%s", "fullName": "%s", "SSN": "%s"}', "user", "fullName", "SSN")::jsonb;
$$ language sql;
create function add_them(a integer, b integer)
returns integer as $$
  select a + b;
$$ language sql;
create table app_users (
  id       integer    primary key,
  email    text       unique not null,
  password text       not null
);
create table public.car_models(
  name varchar(64) not null,
  year int not null
) partition by list (year);
create table public.car_models_2021 partition of public.car_models
  for values in (2021);
create table public.car_models_default partition of public.car_models
  for values in (1981,1997,2001,2013);
create table public.car_brands (
  name varchar(64) primary key
);
alter table public.car_models add primary key (name, year);
alter table public.car_models add column car_brand_name varchar(64) references public.car_brands(name);
create or replace function public.unnamed_json_param(json) returns json as $$
  select $1;
$$ language sql;
create or replace function public.named_json_param(data json) returns json as $$
  select data;
$$ language sql;
create or replace function public.unnamed_int_param(int) returns int as $$
  select $1;
$$ language sql;
create or replace function public.overloaded_unnamed_param(json) returns json as $$
  select $1;
$$ language sql;
create or replace function public.overloaded_unnamed_param(bytea) returns "application/octet-stream" as $$
select $1::"application/octet-stream";
$$ language sql;
create or replace function public.overloaded_unnamed_param(text) returns "text/plain" as $$
select $1::"text/plain";
$$ language sql;
create or replace function public.overloaded_unnamed_param() returns int as $$
select 1;
$$ language sql;
create or replace function public.overloaded_unnamed_param(x int, y int) returns int as $$
  select x + y;
$$ language sql;
create or replace function public.overloaded_unnamed_json_jsonb_param(json) returns json as $$
select $1;
$$ language sql;
create or replace function public.overloaded_unnamed_json_jsonb_param(jsonb) returns jsonb as $$
select $1;
$$ language sql;
create or replace function public.overloaded_unnamed_json_jsonb_param(x int, y int) returns int as $$
select x + y;
$$ language sql;
CREATE TABLE client (
  id int primary key
, name text
);
CREATE TABLE chores (
  id int primary key
, name text
, done bool
);
CREATE TABLE public.test (
  id BIGINT NOT NULL PRIMARY KEY,
  parent_id BIGINT CONSTRAINT parent_test REFERENCES test(id)
);
CREATE TABLE do$llar$s (
  a$num$ numeric
);
CREATE DOMAIN public.titlecasetext AS text;
CREATE OR REPLACE FUNCTION "json"(public.titlecasetext) RETURNS json AS $$
  SELECT to_json(INITCAP($1::text));
$$ LANGUAGE SQL IMMUTABLE;
create table baz (
  baz_id int primary key
);
create table a (
  primary key (c1, c2),
  c1 int,
  c2 bool
);
create table b (
  c2 bool,
  c1 int,
  foreign key (c1, c2) references a
);
CREATE DOMAIN public.color AS INTEGER CHECK (VALUE >= 0 AND VALUE <= 16777215);
CREATE OR REPLACE FUNCTION color(json) RETURNS public.color AS $$
  SELECT color($1 #>> '{}');
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION color(text) RETURNS public.color AS $$
  SELECT (('x' || lpad((CASE WHEN SUBSTRING($1::text, 1, 1) = '#' THEN SUBSTRING($1::text, 2) ELSE $1::text END), 8, '0'))::bit(32)::int)::public.color;
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION "json"(public.color) RETURNS json AS $$
  SELECT
    CASE WHEN $1 IS NULL THEN to_json(''::text)
    ELSE to_json('#' || lpad(upper(to_hex($1)), 6, '0'))
  END;
$$ LANGUAGE SQL IMMUTABLE;
CREATE DOMAIN public.isodate AS timestamp with time zone;
CREATE OR REPLACE FUNCTION isodate(json) RETURNS public.isodate AS $$
  SELECT isodate($1 #>> '{}');
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION isodate(text) RETURNS public.isodate AS $$
  SELECT (replace($1, 'Z', '+00:00')::timestamp with time zone)::public.isodate;
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION "json"(public.isodate) RETURNS json AS $$
  SELECT to_json(replace(to_json($1)#>>'{}', '+00:00', 'Z'));
$$ LANGUAGE SQL IMMUTABLE;
CREATE DOMAIN public.bytea_b64 AS bytea;
CREATE OR REPLACE FUNCTION bytea_b64(json) RETURNS public.bytea_b64 AS $$
  SELECT bytea_b64($1 #>> '{}');
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION bytea_b64(text) RETURNS public.bytea_b64 AS $$
  -- allow unpadded base64
  SELECT decode($1 || repeat('=', 4 - (length($1) % 4)), 'base64')::public.bytea_b64;
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION "json"(public.bytea_b64) RETURNS json AS $$
  SELECT to_json(translate(encode($1, 'base64'), E'\n', ''));
$$ LANGUAGE SQL IMMUTABLE;
CREATE DOMAIN public.unixtz AS timestamp with time zone;
CREATE OR REPLACE FUNCTION unixtz(json) RETURNS public.unixtz AS $$
  SELECT unixtz($1 #>> '{}');
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION unixtz(text) RETURNS public.unixtz AS $$
  SELECT (to_timestamp($1::numeric)::public.unixtz);
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION "json"(public.unixtz) RETURNS json AS $$
  SELECT to_json(extract(epoch from $1)::bigint);
$$ LANGUAGE SQL IMMUTABLE;
CREATE DOMAIN public.monetary AS numeric(17,2);
CREATE OR REPLACE FUNCTION monetary(json) RETURNS public.monetary AS $$
  SELECT monetary($1 #>> '{}');
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION monetary(text) RETURNS public.monetary AS $$
  SELECT ($1::numeric)::public.monetary;
$$ LANGUAGE SQL IMMUTABLE;
CREATE OR REPLACE FUNCTION "json"(public.monetary) RETURNS json AS $$
  SELECT to_json($1::text);
$$ LANGUAGE SQL IMMUTABLE;
CREATE TABLE datarep_todos (
  id bigint primary key,
  name text,
  label_color public.color default 0,
  due_at public.isodate default '2018-01-01'::date,
  icon_image public.bytea_b64,
  created_at public.unixtz default '2017-12-14 01:02:30'::timestamptz,
  budget public.monetary default 0
);
CREATE VIEW datarep_todos_computed as (
  SELECT id,
    name,
    label_color,
    due_at,
    (label_color / 2)::public.color as dark_color
  FROM datarep_todos
);
CREATE VIEW public.complex_items_view AS
SELECT * FROM public.complex_items;
ALTER VIEW public.complex_items_view ALTER COLUMN name SET DEFAULT 'Default';
create table public.tbl_w_json(
  id int,
  data json
);
CREATE TABLE public.channels (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  data jsonb DEFAULT '{"foo": "bar"}',
  slug text
);
CREATE TABLE public.foo (
  a text,
  b text GENERATED ALWAYS AS (
      case WHEN a = 'telegram' THEN 'im'
           WHEN a = 'proton' THEN 'email'
           WHEN a = 'infinity' THEN 'idea'
           ELSE 'bad idea'
      end) stored
);
create domain devil_int as int
  default 666;
create table evil_friends(
  id   devil_int
, name text
);
create table evil_friends_with_column_default(
  id   devil_int default 420
, name text
);
CREATE TABLE bitchar_with_length (
  bit bit(5),
  char char(5),
  bit_arr bit(5)[],
  char_arr char(5)[]
);
create or replace function char_param_insert(char_ char(4), char_arr char(4)[])
returns void as $$
  insert into bitchar_with_length(char, char_arr) values($1, $2);
$$ language sql;
create or replace function bit_param_insert(bit_ bit(4), bit_arr bit(4)[])
returns void as $$
insert into bitchar_with_length(bit, bit_arr) values($1, $2);
$$ language sql;
create table empty_string as select 1 as id, ''::text as string;
create table surr_serial_upsert (
  id serial primary key,
  name text,
  extra text
);
create table surr_gen_default_upsert (
  id int generated by default as identity primary key,
  name text,
  extra text
);
create table "Surr_Gen_Default_Upsert" (
  id int generated by default as identity primary key,
  name text,
  extra text
);
create domain tsvector_not_null as tsvector
  constraint "tsvector is required" check (value is not null);
create domain tsvector_not_empty as tsvector_not_null
  constraint "tsvector is required and not empty" check (value <> '');
create table tsearch_to_tsvector (
  text_search text,
  jsonb_search jsonb,
  text_search_domain tsvector_not_null default '',
  text_search_rec_domain tsvector_not_empty default '.'
);
create function public.text_search_vector(public.tsearch_to_tsvector) returns tsvector AS $$
  select to_tsvector('simple', $1.text_search)
$$ language sql;
create or replace function "true"() returns boolean as $_$
  select true;
$_$ language sql;
create function uses_prepared_statements() returns bool as $$
  select count(*) > 0 from pg_catalog.pg_prepared_statements;
$$ language sql;
create table never_prepared (id int);
set search_path = fixtures, extensions, pg_catalog;
INSERT INTO articles VALUES (1, 'No… It''s a thing; it''s like a plan, but with more greatness.', 'diogo');
INSERT INTO articles VALUES (2, 'Stop talking, brain thinking. Hush.', 'diogo');
INSERT INTO articles VALUES (3, 'It''s a fez. I wear a fez now. Fezes are cool.', 'diogo');
set search_path = public, extensions, pg_catalog;
INSERT INTO users VALUES (1, 'Angela Martin');
INSERT INTO users VALUES (2, 'Michael Scott');
INSERT INTO users VALUES (3, 'Dwight Schrute');
set search_path = fixtures, extensions, pg_catalog;
INSERT INTO article_stars VALUES (1, 1, '2015-12-08 04:22:57.472738');
INSERT INTO article_stars VALUES (1, 2, '2015-12-08 04:22:57.472738');
INSERT INTO article_stars VALUES (2, 3, '2015-12-08 04:22:57.472738');
INSERT INTO article_stars VALUES (3, 2, '2015-12-08 04:22:57.472738');
INSERT INTO article_stars VALUES (1, 3, '2015-12-08 04:22:57.472738');
set search_path = public, extensions, pg_catalog;
SELECT pg_catalog.setval('auto_incrementing_pk_id_seq', 1, true);
INSERT INTO clients VALUES (1, 'Microsoft');
INSERT INTO clients VALUES (2, 'Apple');
INSERT INTO projects VALUES (1, 'Windows 7', 1);
INSERT INTO projects VALUES (2, 'Windows 10', 1);
INSERT INTO projects VALUES (3, 'IOS', 2);
INSERT INTO projects VALUES (4, 'OSX', 2);
INSERT INTO projects VALUES (5, 'Orphan', NULL);
INSERT INTO tasks VALUES (1, 'Design w7', 1);
INSERT INTO tasks VALUES (2, 'Code w7', 1);
INSERT INTO tasks VALUES (3, 'Design w10', 2);
INSERT INTO tasks VALUES (4, 'Code w10', 2);
INSERT INTO tasks VALUES (5, 'Design IOS', 3);
INSERT INTO tasks VALUES (6, 'Code IOS', 3);
INSERT INTO tasks VALUES (7, 'Design OSX', 4);
INSERT INTO tasks VALUES (8, 'Code OSX', 4);
INSERT INTO complex_items VALUES (1, 'One', '{"foo":{"int":1,"bar":"baz"}}', '{1}');
INSERT INTO complex_items VALUES (2, 'Two', '{"foo":{"int":1,"bar":"baz"}}', '{1,2}');
INSERT INTO complex_items VALUES (3, 'Three', '{"foo":{"int":1,"bar":"baz"}}', '{1,2,3}', 3);
INSERT INTO simple_pk VALUES ('xyyx', 'u');
INSERT INTO simple_pk VALUES ('xYYx', 'v');
INSERT INTO items VALUES (1);
INSERT INTO items VALUES (2);
INSERT INTO items VALUES (3);
INSERT INTO items VALUES (4);
INSERT INTO items VALUES (5);
INSERT INTO items VALUES (6);
INSERT INTO items VALUES (7);
INSERT INTO items VALUES (8);
INSERT INTO items VALUES (9);
INSERT INTO items VALUES (10);
INSERT INTO items VALUES (11);
INSERT INTO items VALUES (12);
INSERT INTO items VALUES (13);
INSERT INTO items VALUES (14);
INSERT INTO items VALUES (15);
SELECT pg_catalog.setval('items_id_seq', 15, true);
INSERT INTO items2 VALUES (1);
INSERT INTO items2 VALUES (2);
INSERT INTO items2 VALUES (3);
INSERT INTO items2 VALUES (4);
INSERT INTO items2 VALUES (5);
INSERT INTO items2 VALUES (6);
INSERT INTO items2 VALUES (7);
INSERT INTO items2 VALUES (8);
INSERT INTO items2 VALUES (9);
INSERT INTO items2 VALUES (10);
INSERT INTO items2 VALUES (11);
INSERT INTO items2 VALUES (12);
INSERT INTO items2 VALUES (13);
INSERT INTO items2 VALUES (14);
INSERT INTO items2 VALUES (15);
SELECT pg_catalog.setval('items2_id_seq', 15, true);
INSERT INTO json_table VALUES ('{"foo":{"bar":"baz"},"id":1}');
INSERT INTO json_table VALUES ('{"id":3}');
INSERT INTO json_table VALUES ('{"id":0}');
INSERT INTO no_pk VALUES (NULL, NULL);
INSERT INTO no_pk VALUES ('1', '0');
INSERT INTO no_pk VALUES ('2', '0');
INSERT INTO nullable_integer VALUES (NULL);
INSERT INTO "Escap3e;" VALUES (1), (2), (3), (4), (5);
INSERT INTO "ghostBusters" VALUES (1), (3), (5);
INSERT INTO "withUnique" VALUES ('nodup', 'blah');
INSERT INTO addresses VALUES (1, 'address 1');
INSERT INTO addresses VALUES (2, 'address 2');
INSERT INTO addresses VALUES (3, 'address 3');
INSERT INTO addresses VALUES (4, 'address 4');
INSERT INTO w_or_wo_comma_names VALUES ('Hebdon, John');
INSERT INTO w_or_wo_comma_names VALUES ('Williams, Mary');
INSERT INTO w_or_wo_comma_names VALUES ('Smith, Joseph');
INSERT INTO w_or_wo_comma_names VALUES ('David White');
INSERT INTO w_or_wo_comma_names VALUES ('Larry Thompson');
INSERT INTO w_or_wo_comma_names VALUES ('Double O Seven(007)');
INSERT INTO w_or_wo_comma_names VALUES ('"');
INSERT INTO w_or_wo_comma_names VALUES ('Double"Quote"McGraw"');
INSERT INTO w_or_wo_comma_names VALUES ('\');
INSERT INTO w_or_wo_comma_names VALUES ('/\Slash/\Beast/\');
INSERT INTO items_with_different_col_types VALUES (1, null, null, null, null, null, null, null);
INSERT INTO entities VALUES (1, 'entity 1', '{1}', '''bar'':2 ''foo'':1');
INSERT INTO entities VALUES (2, 'entity 2', '{1,2}', '''baz'':1 ''qux'':2');
INSERT INTO entities VALUES (3, 'entity 3', '{1,2,3}', null);
INSERT INTO entities VALUES (4, null, null, null);
INSERT INTO child_entities VALUES (1, 'child entity 1', 1);
INSERT INTO child_entities VALUES (2, 'child entity 2', 1);
INSERT INTO child_entities VALUES (3, 'child entity 3', 2);
INSERT INTO child_entities VALUES (4, 'child entity 4', 1);
INSERT INTO child_entities VALUES (5, 'child entity 5', 1);
INSERT INTO child_entities VALUES (6, 'child entity 6', 2);
INSERT INTO grandchild_entities VALUES (1, 'grandchild entity 1', 1, null, null, null);
INSERT INTO grandchild_entities VALUES (2, 'grandchild entity 2', 1, null, null, null);
INSERT INTO grandchild_entities VALUES (3, 'grandchild entity 3', 2, null, null, null);
INSERT INTO grandchild_entities VALUES (4, '(grandchild,entity,4)', 2, null, null, '{"a": {"b":"foo"}}');
INSERT INTO grandchild_entities VALUES (5, '(grandchild,entity,5)', 2, null, null, '{"b":"bar"}');
INSERT INTO ranges VALUES (1, '[1,3]');
INSERT INTO ranges VALUES (2, '[3,6]');
INSERT INTO ranges VALUES (3, '[6,9]');
INSERT INTO ranges VALUES (4, '[9,12]');
INSERT INTO ranges VALUES (5, null);
INSERT INTO employees VALUES
  ('Frances M.', 'Roe', '24000', 'One-Up Realty', 'Author'),
  ('Daniel B.', 'Lyon', '36000', 'Dubrow''s Cafeteria', 'Packer'),
  ('Edwin S.', 'Smith', '48000', 'Pro Garden Management', 'Marine biologist');
INSERT INTO tiobe_pls VALUES ('Java', 1), ('C', 2), ('Python', 4);
INSERT INTO single_unique (unique_key, value) VALUES (1, 'A');
INSERT INTO compound_unique (key1, key2, value) VALUES (1, 1, 'A');
INSERT INTO only_pk VALUES (1), (2);
INSERT INTO space VALUES (1, 'space 1');
INSERT INTO zone VALUES (1, 'zone 1', 2, 1);
INSERT INTO zone VALUES (2, 'zone 2', 2, 1);
INSERT INTO zone VALUES (3, 'store 3', 3, 1);
INSERT INTO zone VALUES (4, 'store 4', 3, 1);
INSERT INTO "UnitTest" VALUES (1, 'unit test 1');
INSERT INTO jsonb_test VALUES (1, '{ "a": {"b": 2} }');
INSERT INTO jsonb_test VALUES (2, '{ "c": [1,2,3] }');
INSERT INTO jsonb_test VALUES (3, '[{ "d": "test" }]');
INSERT INTO jsonb_test VALUES (4, '{ "e": 1 }');
INSERT INTO app_users (id, email, "password") VALUES (1, 'test@123.com','pass');
INSERT INTO app_users (id, email, "password") VALUES (2, 'abc@123.com','pass');
INSERT INTO app_users (id, email, "password") VALUES (3, 'def@123.com','pass');
INSERT INTO public.car_models(name, year) VALUES ('DeLorean',1981);
INSERT INTO public.car_models(name, year) VALUES ('F310-B',1997);
INSERT INTO public.car_models(name, year) VALUES ('Veneno',2013);
INSERT INTO public.car_models(name, year) VALUES ('Murcielago',2001);
INSERT INTO public.car_brands(name) VALUES ('DMC');
INSERT INTO public.car_brands(name) VALUES ('Ferrari');
INSERT INTO public.car_brands(name) VALUES ('Lamborghini');
UPDATE public.car_models SET car_brand_name = 'DMC' WHERE name = 'DeLorean';
UPDATE public.car_models SET car_brand_name = 'Ferrari' WHERE name = 'F310-B';
UPDATE public.car_models SET car_brand_name = 'Lamborghini' WHERE name = 'Veneno';
UPDATE public.car_models SET car_brand_name = 'Lamborghini' WHERE name = 'Murcielago';
INSERT INTO public.client (id,name) values (1,'Walmart'),(2,'Target'),(3,'Big Lots');
INSERT INTO public.chores (id, name, done) values (1, 'take out the garbage', true), (2, 'do the laundry', false), (3, 'wash the dishes', null);
INSERT INTO public.test (id, parent_id) VALUES (1, null), (2, 1);
INSERT INTO do$llar$s (a$num$) VALUES (100), (200), (300);
INSERT INTO datarep_todos VALUES (1, 'Report', 0, '2018-01-02', '\x89504e470d0a1a0a0000000d4948445200000001000000010100000000376ef924000000001049444154789c62600100000000ffff03000000060005057bfabd400000000049454e44ae426082', '2017-12-14 01:02:30', 12.50);
INSERT INTO datarep_todos VALUES (2, 'Essay', 256, '2018-01-03', NULL, '2017-12-14 01:02:30', 100000000000000.13);
INSERT INTO datarep_todos VALUES (3, 'Algebra', 123456, '2018-01-01 14:12:34.123456');
INSERT INTO datarep_todos VALUES (4, 'Opus Magnum', NULL, NULL);
INSERT INTO bitchar_with_length(bit, char) VALUES ('00000', 'aaaaa');
INSERT INTO bitchar_with_length(bit, char) VALUES ('11111', 'bbbbb');
INSERT INTO surr_serial_upsert(name, extra) VALUES ('value', 'existing value');
INSERT INTO surr_gen_default_upsert(name, extra) VALUES ('value', 'existing value');
INSERT INTO "Surr_Gen_Default_Upsert"(name, extra) VALUES ('value cs', 'existing value cs');
INSERT INTO tsearch_to_tsvector(text_search) VALUES ('It''s kind of fun to do the impossible');
INSERT INTO tsearch_to_tsvector(text_search) VALUES ('But also fun to do what is possible');
INSERT INTO tsearch_to_tsvector(text_search) VALUES ('Fat cats ate rats');
INSERT INTO tsearch_to_tsvector(text_search) VALUES ('C''est un peu amusant de faire l''impossible');
INSERT INTO tsearch_to_tsvector(text_search) VALUES ('Es ist eine Art Spaß, das Unmögliche zu machen');
UPDATE tsearch_to_tsvector SET jsonb_search = jsonb_build_object('text_search', text_search);
UPDATE tsearch_to_tsvector SET text_search_domain = to_tsvector('simple', text_search);
UPDATE tsearch_to_tsvector SET text_search_rec_domain = to_tsvector('simple', text_search);
-- The specs set these by an earlier request.
select pg_catalog.setval('items2_id_seq', 20, false);
select pg_catalog.setval('items3_id_seq', 20, false);
set search_path = public;
