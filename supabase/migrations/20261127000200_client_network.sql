-- Who sends a request. Our backend states it in a setting, which no client can set. On the hosted platform the
-- platform's own header counts, and x-ridgeline-network, which anyone can send there, nowhere.

create function private.get_client_ip() returns text
  language sql stable
  set search_path = ''
  as $$
    select left(coalesce(nullif(current_setting('ridgeline.network', true), ''), headers ->> 'cf-connecting-ip',
      btrim(substring(headers ->> 'x-forwarded-for' from '[^,]*$'))), 50)
    from (select coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}')) as request (headers)
  $$;
comment on function private.get_client_ip() is
  'The network that our backend states; on the hosted platform the IP that its proxy has seen. Null for requests of the website itself.';
revoke execute on function private.get_client_ip() from public, anon, authenticated;

create function private.to_network(ip text, ipv6_bits integer) returns text
  language plpgsql immutable
  set search_path = ''
  as $$
  declare
    address inet;
  begin
    address := regexp_replace(ip, '^::ffff:(?=[0-9.]+$)', '', 'i')::inet;
    return case family(address) when 6 then network(set_masklen(address, ipv6_bits))::text else host(address) end;
  exception when data_exception then
    return left(ip, 50);
  end
  $$;
comment on function private.to_network(text, integer) is
  'What limits count for an IP: an IPv4 address itself, the network of so many bits of IPv6. Other texts are returned, cut to 50 characters.';
revoke execute on function private.to_network(text, integer) from public, anon, authenticated;

create function private.get_customer_network() returns text
  language sql stable
  set search_path = ''
  as $$
    select private.to_network(private.get_client_ip(), 48)
  $$;
comment on function private.get_customer_network() is
  'What limits count for the client of a request: an IPv4 address, or the /48 of IPv6, all of which one customer may have.';
revoke execute on function private.get_customer_network() from public, anon, authenticated;
