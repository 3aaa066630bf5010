-- For the local server only. Hosted projects never run this file. It can run again on every start.

-- The second switch for test credits. The first is ENABLE_TEST_CREDITS.
grant execute on function public.add_test_credits(uuid, integer, text, text) to service_role;

-- The demo account in the local account chooser. Signing in with Google links to it by its verified email.
insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
values ('00000000-0000-4000-8000-00000000de00', 'authenticated', 'authenticated', 'demo@soundreel.example', now(),
  '{"provider": "google", "providers": ["google"]}', '{"name": "Demo Account"}', now(), now())
on conflict (id) do nothing;
select private.grant_credits('00000000-0000-4000-8000-00000000de00', 2500, 'test_plan', 'pro_plus', 'seed:demo', 'Demo credits');
