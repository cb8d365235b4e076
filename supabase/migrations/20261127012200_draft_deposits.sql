-- Drafts and templates begin with the wording of the settings: a quote states its deposit beside its total. What was
-- sent stays as it is.

update public.quotes
  set content = jsonb_set(content, '{paymentTerms}', to_jsonb(replace(content ->> 'paymentTerms',
    'The deposit, if there is one, is due when you accept, the balance on delivery.', 'The balance is due on delivery.')))
  where version = 0 and content ->> 'paymentTerms' like '%The deposit, if there is one, is due when you accept, the balance on delivery.%';

update public.quote_templates
  set content = jsonb_set(content, '{paymentTerms}', to_jsonb(replace(content ->> 'paymentTerms',
    'The deposit, if there is one, is due when you accept, the balance on delivery.', 'The balance is due on delivery.')))
  where content ->> 'paymentTerms' like '%The deposit, if there is one, is due when you accept, the balance on delivery.%';
