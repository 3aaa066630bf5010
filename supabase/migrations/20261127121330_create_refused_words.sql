-- Words and phrases that this site refuses in a prompt. Empty by default.
create table private.refused_words (
  -- As the administrator wrote it.
  word text primary key check (char_length(word) between 1 and 100),
  -- As foldWords of the API returns it: words of letters and digits between single spaces, where * stands for more letters.
  folded text not null check (folded ~ '^ \S.* $'),
  -- The create requests that it refused.
  refusals integer not null default 0,
  refused_at timestamptz
);
alter table private.refused_words enable row level security;
grant select, insert, update, delete on private.refused_words to service_role;

-- Returns the words in the order of the alphabet, with their refusals.
create function public.list_refused_words() returns jsonb language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('word', word, 'refusals', refusals,
    'refused_at', to_char(refused_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by word), '[]')
  from private.refused_words
$$;
revoke execute on function public.list_refused_words() from public, anon, authenticated;
grant execute on function public.list_refused_words() to service_role;

-- Replaces the list, p_words: [{word, folded}]. A word that stays keeps its count. Returns the same as list_refused_words.
create function public.set_refused_words(p_words jsonb, p_admin text) returns jsonb language plpgsql set search_path = '' as $$
declare
  added jsonb;
  removed jsonb;
begin
  -- Two lists are written one after the other, so that each records what it changed.
  perform pg_advisory_xact_lock(hashtextextended('private.refused_words', 0));
  with gone as (
    delete from private.refused_words
    where word not in (select w.word from jsonb_to_recordset(p_words) as w (word text)) returning word)
  select coalesce(jsonb_agg(word order by word), '[]') into removed from gone;
  with come as (
    insert into private.refused_words (word, folded)
    select w.word, w.folded from jsonb_to_recordset(p_words) as w (word text, folded text)
    on conflict (word) do nothing returning word)
  select coalesce(jsonb_agg(word order by word), '[]') into added from come;
  if added <> '[]' or removed <> '[]' then
    perform private.record_admin_action(p_admin, 'refused_words',
      p_details => jsonb_build_object('added', added, 'removed', removed));
  end if;
  return public.list_refused_words();
end $$;
revoke execute on function public.set_refused_words(jsonb, text) from public, anon, authenticated;
grant execute on function public.set_refused_words(jsonb, text) to service_role;

-- Returns whether a folded text contains a refused word, and counts each one that it contains. A folded word has only letters,
-- digits, spaces, and *, so it needs no escaping as a regular expression.
create function private.refuse_words(p_text text) returns boolean language plpgsql set search_path = '' as $$
declare
  found_words text[] := array(
    select word from private.refused_words
    where case when position('*' in folded) = 0 then position(folded in p_text) > 0
      else p_text ~ replace(folded, '*', '[^ ]*') end
    order by word);
begin
  if cardinality(found_words) = 0 then
    return false;
  end if;
  -- Locked in one order, so that two refusals of the same words can't wait for each other.
  perform from (select from private.refused_words where word = any (found_words) order by word for update) as locked;
  update private.refused_words set refusals = refusals + 1, refused_at = private.clock() where word = any (found_words);
  return true;
end $$;
revoke execute on function private.refuse_words(text) from public;
grant execute on function private.refuse_words(text) to service_role;
