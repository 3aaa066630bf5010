-- Credits that the administrator gives: who, how many and why stand in the ledger, with the administrator's name.

-- The users with this e-mail address, whatever its case, or with this id; at most 10, oldest first. credits: what each can
-- spend now. Only who has signed in has a profile to be found by.
create function public.find_credit_users(p_user text) returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'name', u.name, 'credits', u.credits)
    order by u.created_at, u.id), '[]')
  from (
    select * from public.users
    where btrim(p_user) <> '' and (lower(email) = lower(btrim(p_user)) or id::text = lower(btrim(p_user)))
    order by created_at, id limit 10) u
$$;
revoke execute on function public.find_credit_users(text) from public, anon, authenticated;
grant execute on function public.find_credit_users(text) to service_role;

-- Adds 1 to 1,000,000 credits once per key. p_admin: who gives them. p_reason: shown to the user, 1 to 200 characters.
-- outcome: granted | exists | key_mismatch | no_user | bad_amount | bad_reason | balance_full (more than an account holds);
-- user as find_credit_users answers it, after the grant, or null.
create function public.grant_admin_credits(p_user_id uuid, p_amount integer, p_reason text, p_admin text, p_key text)
returns jsonb language plpgsql set search_path = '' as $$
declare
  outcome text;
begin
  if p_amount is null or p_amount not between 1 and 1000000 then
    outcome := 'bad_amount';
  elsif char_length(btrim(coalesce(p_reason, ''))) not between 1 and 200 then
    outcome := 'bad_reason';
  elsif not exists (select from public.users where id = p_user_id) then
    outcome := 'no_user';
  else
    begin
      outcome := private.grant_credits(p_user_id, p_amount, 'admin_grant', p_admin, 'admin:' || p_key, btrim(p_reason));
    exception when check_violation or numeric_value_out_of_range then
      outcome := 'balance_full';
    end;
  end if;
  return jsonb_build_object('outcome', outcome, 'user', public.find_credit_users(p_user_id::text)->0);
end $$;
revoke execute on function public.grant_admin_credits(uuid, integer, text, text, text) from public, anon, authenticated;
grant execute on function public.grant_admin_credits(uuid, integer, text, text, text) to service_role;

-- The same for the SQL editor: raises a sentence for whatever is wrong, and grants nothing then. Give a key to be able to
-- run the call again without granting twice.
create function private.grant_credits_to(p_user text, p_amount integer, p_reason text, p_key text default gen_random_uuid()::text)
returns text language plpgsql set search_path = '' as $$
declare
  found_users jsonb := public.find_credit_users(p_user);
  answer jsonb;
begin
  if jsonb_array_length(found_users) = 0 then
    raise exception 'No user with the e-mail address or id "%" has ever signed in. Nothing was granted.', p_user;
  elsif jsonb_array_length(found_users) > 1 then
    raise exception 'Several users have the e-mail address "%": give the id of one of them. Nothing was granted. %', p_user,
      (select string_agg(u->>'id', ', ') from jsonb_array_elements(found_users) as u);
  end if;
  answer := public.grant_admin_credits((found_users->0->>'id')::uuid, p_amount, p_reason, session_user, p_key);
  case answer->>'outcome'
    when 'granted' then null;
    when 'exists' then
      return format('Granted before with this key: nothing was added. %s has %s credits.', answer->'user'->>'email', answer->'user'->>'credits');
    when 'bad_amount' then raise exception 'Give 1 to 1000000 credits. Nothing was granted.';
    when 'bad_reason' then raise exception 'Give a reason of 1 to 200 characters. Nothing was granted.';
    when 'balance_full' then raise exception 'The account cannot hold that many credits more. Nothing was granted.';
    else raise exception 'This key was used for another grant. Nothing was granted.';
  end case;
  return format('Granted %s credits to %s, who now has %s.', p_amount, answer->'user'->>'email', answer->'user'->>'credits');
end $$;
revoke execute on function private.grant_credits_to(text, integer, text, text) from public;
