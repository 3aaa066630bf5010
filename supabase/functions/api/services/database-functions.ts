// Written by `npm run types:database` from the migrations. Do not edit.

/** The database's functions that the API may call, with their arguments. PostgreSQL takes null for each. */
export interface DatabaseFunctions {
  add_test_credits: {
    p_user_id: string | null
    p_amount: number | null
    p_plan_id: string | null
    p_key: string | null
  }
  announce_expiry: { p_job_ids: readonly string[] | null; p_user_id: string | null; p_days: number | null }
  check_jobs: { p_job_ids: readonly string[] | null; p_waits?: readonly number[] | null; p_per_second?: number | null }
  claim_alerts: { p_sweeps: boolean | null }
  claim_delivery: { p_job_id: string | null }
  claim_files_to_delete: { p_limit: number | null }
  claim_job: { p_job_id: string | null; p_wait?: number | null; p_per_second?: number | null }
  claim_message: { p_user_id: string | null }
  claim_unused_files: { p_limit: number | null }
  clear_admin_tries: { p_account: string | null; p_address: string | null }
  clear_deleted_files: { p_paths: readonly string[] | null; p_bucket: string | null }
  clear_old_records: { p_limit: number | null }
  count_admin_try: { p_account: string | null; p_address: string | null; p_digest: string | null }
  count_finished_days: Record<string, never>
  count_request: { p_key: string | null; p_limit: number | null; p_window_seconds: number | null }
  count_user_request: {
    p_name: string | null
    p_user_id: string | null
    p_limit: number | null
    p_window_seconds: number | null
  }
  create_key: {
    p_user_id: string | null
    p_secret_hash: string | null
    p_name: string | null
    p_last_four: string | null
    p_scope: string | null
    p_daily_limit: number | null
    p_days: number | null
    p_max: number | null
  }
  create_share: {
    p_job_id: string | null
    p_user_id: string | null
    p_token_hash: string | null
    p_days: number | null
    p_shows_prompt: boolean | null
    p_is_indexed: boolean | null
    p_max: number | null
  }
  create_webhook: { p_user_id: string | null; p_url: string | null; p_secret: string | null; p_max: number | null }
  credit_balances: { p_user_id: string | null }
  credit_settings: { p_changes: unknown; p_admin?: string | null }
  defer_unreachable_jobs: {
    p_providers: readonly string[] | null
    p_by_job_id: readonly string[] | null
    p_deadline_seconds: number | null
  }
  delete_account: { p_user_id: string | null; p_email: string | null }
  delete_cast_member: { p_member_id: string | null; p_user_id: string | null }
  delete_device: { p_device_id: string | null; p_user_id: string | null }
  delete_files: { p_ids: readonly string[] | null }
  delete_job: { p_job_id: string | null; p_user_id: string | null }
  delete_webhook: { p_webhook_id: string | null; p_user_id: string | null }
  dismiss_reports: { p_job_id: string | null; p_newest_report: number | string | null; p_admin: string | null }
  end_session: { p_user_id: string | null; p_session_id: string | null }
  erase_account: { p_limit: number | null }
  expire_due_jobs: {
    p_providers: readonly string[] | null
    p_deadline_seconds: number | null
    p_last_checks_seconds: number | null
    p_limit: number | null
  }
  expire_videos: { p_days: number | null; p_limit: number | null }
  fail_delivery: { p_job_id: string | null; p_path: string | null }
  find_credit_users: { p_user: string | null }
  find_people: { p_user: string | null }
  finish_cancel_request: { p_job_id: string | null; p_too_late: boolean | null }
  get_account: { p_user_id: string | null }
  get_job: { p_job_id: string | null; p_user_id: string | null }
  get_voice_seconds: { p_user_id: string | null; p_id: string | null }
  grant_admin_credits: {
    p_user_id: string | null
    p_amount: number | null
    p_reason: string | null
    p_admin: string | null
    p_key: string | null
  }
  hand_over_job: { p_job_id: string | null; p_from: string | null; p_to: string | null }
  hold_credits: {
    p_user_id: string | null
    p_job_id: string | null
    p_type: string | null
    p_source: string | null
    p_amount: number | null
    p_description: string | null
    p_capture?: boolean | null
    p_api_key_id?: string | null
  }
  label_job: { p_job_id: string | null; p_user_id: string | null; p_title: string | null; p_starred: boolean | null }
  list_admin_actions: { p_before: number | string | null; p_limit: number | null }
  list_cast: { p_user_id: string | null }
  list_costs: { p_limit: number | null }
  list_credit_entries: { p_user_id: string | null; p_before: number | string | null; p_limit: number | null }
  list_devices: { p_user_id: string | null; p_session_id: string | null }
  list_due_jobs: { p_provider: string | null; p_limit: number | null; p_by_job_id: boolean | null }
  list_job_durations: Record<string, never>
  list_jobs: {
    p_user_id: string | null
    p_open: boolean | null
    p_before_time: string | null
    p_before_id: string | null
    p_limit: number | null
    p_search?: string | null
    p_model?: string | null
    p_failed?: boolean | null
    p_silent?: readonly string[] | null
    p_starred?: boolean | null
    p_oldest?: boolean | null
    p_source?: string | null
  }
  list_keys: { p_user_id: string | null }
  list_login_logs: {
    p_email: string | null
    p_from: string | null
    p_to: string | null
    p_page: number | null
    p_page_size: number | null
  }
  list_own_files: { p_user_id: string | null; p_after: string | null; p_limit: number | null }
  list_own_sign_ins: { p_user_id: string | null; p_before: string | null; p_limit: number | null }
  list_provider_refusals: Record<string, never>
  list_refused_words: Record<string, never>
  list_reported_videos: { p_after: number | string | null; p_limit: number | null }
  list_shares: { p_job_id: string | null; p_user_id: string | null }
  list_webhook_deliveries: { p_webhook_id: string | null; p_user_id: string | null; p_limit: number | null }
  list_webhooks: { p_user_id: string | null }
  mark_alert_announced: { p_name: string | null; p_is_firing: boolean | null }
  mark_job_unknown: { p_job_id: string | null }
  move_video: { p_job_id: string | null; p_from: string | null; p_to: string | null }
  open_share: { p_token_hash: string | null; p_counts: boolean | null }
  pause_status_checks: { p_provider: string | null; p_seconds: number | null }
  poll_job: {
    p_name: string | null
    p_job_id: string | null
    p_user_id: string | null
    p_limit: number | null
    p_window_seconds: number | null
  }
  read_numbers: Record<string, never>
  record_attempt: {
    p_message_id: string | null
    p_tries: number | null
    p_status: number | null
    p_fault: string | null
    p_wait_seconds: number | null
  }
  record_cost: { p_job_id: string | null; p_cost: number | null; p_unit: string | null }
  record_missing_file: { p_job_id: string | null }
  record_missing_task: { p_job_id: string | null }
  record_provider_callback: { p_job_id: string | null; p_provider: string | null; p_provider_task_id: string | null }
  record_provider_refusal: { p_provider: string | null; p_refuses: string | null; p_words: string | null }
  record_provider_task: { p_job_id: string | null; p_provider_task_id: string | null; p_check_seconds?: number | null }
  record_running: {
    p_job_id: string | null
    p_wait: number | null
    p_queued: boolean | null
    p_ahead?: number | null
    p_progress?: number | null
  }
  record_sweep: Record<string, never>
  release_unused_holds: { p_limit: number | null }
  renew_delivery: { p_job_id: string | null; p_path: string | null }
  repeat_webhook_delivery: { p_delivery_id: string | null; p_webhook_id: string | null; p_user_id: string | null }
  report_share: { p_token_hash: string | null; p_reason: string | null; p_details: string | null; p_max: number | null }
  request_cancel: { p_job_id: string | null; p_user_id: string | null }
  reserve_poster_path: { p_job_id: string | null; p_user_id: string | null }
  reserve_video_path: { p_job_id: string | null; p_user_id: string | null }
  restore_video: { p_job_id: string | null; p_admin: string | null }
  revoke_key: { p_key_id: string | null; p_user_id: string | null }
  revoke_share: { p_share_id: string | null; p_user_id: string | null }
  save_cast_member: {
    p_user_id: string | null
    p_member_id: string | null
    p_kind: string | null
    p_name: string | null
    p_note: string | null
    p_images: readonly string[] | null
    p_max: number | null
    p_changes_voice?: boolean | null
    p_voice_id?: string | null
  }
  save_device: {
    p_user_id: string | null
    p_session_id: string | null
    p_url: string | null
    p_public_key: string | null
    p_secret: string | null
    p_user_agent: string | null
    p_shows_prompt: boolean | null
    p_max: number | null
  }
  save_file: {
    p_user_id: string | null
    p_sha256: string | null
    p_extension: string | null
    p_bytes: number | null
    p_max: number | null
    p_max_bytes: number | string | null
    p_seconds?: number | null
  }
  save_peaks: { p_job_id: string | null; p_user_id: string | null; p_peaks: readonly number[] | null }
  save_poster: {
    p_job_id: string | null
    p_path: string | null
    p_width: number | null
    p_height: number | null
    p_bytes: number | null
  }
  schedule_check_soon: { p_job_id: string | null; p_seconds: number | null }
  set_model_prices: { p_models: unknown; p_version?: number | null }
  set_refused_words: { p_words: unknown; p_admin: string | null }
  set_suspension: {
    p_user_id: string | null
    p_is_suspended: boolean | null
    p_reason: string | null
    p_admin: string | null
  }
  settle_job: {
    p_job_id: string | null
    p_video: unknown
    p_failure_code: string | null
    p_failure_message: string | null
  }
  start_job: {
    p_user_id: string | null
    p_job_id: string | null
    p_price: number | null
    p_provider: string | null
    p_request_hash: string | null
    p_request: unknown
    p_max_open: number | null
    p_api_key_id?: string | null
  }
  sweep_health: Record<string, never>
  take_down_video: { p_job_id: string | null; p_admin: string | null }
  test_webhook: { p_webhook_id: string | null; p_user_id: string | null }
  use_key: { p_secret_hash: string | null }
  validate_credits: { p_user_id: string | null }
}
