-- The codes were vendor_busy, vendor_failed, vendor_rejected and vendor_unavailable.
update public.generations
set failure_code = replace(failure_code, 'vendor_', 'provider_')
where failure_code like 'vendor\_%';
