import { ACCESS_PROBES } from './access.ts'
import { ACCOUNT_PROBES } from './account-answers.ts'
import { ACCOUNT_END_PROBES } from './account-ends.ts'
import { ADMIN_PROBES } from './admin-answers.ts'
import { ALERT_PROBES } from './alert-answers.ts'
import { CONSTRAINT_PROBES } from './constraints.ts'
import { GRANT_PROBES } from './grants.ts'
import { HAND_GRANT_PROBES } from './hand-grants.ts'
import { AGE_PROBES } from './jobs/ages.ts'
import { CANCEL_PROBES } from './jobs/cancel.ts'
import { DELIVERY_PROBES } from './jobs/delivery-answers.ts'
import { EXPIRY_PROBES } from './jobs/expiry.ts'
import { JOB_PROBES } from './jobs/job-answers.ts'
import { STATUS_CHECK_PROBES } from './jobs/status-checks.ts'
import { SWEEP_PROBES } from './jobs/sweep-answers.ts'
import { IMAGE_PROBES } from './library/images.ts'
import { LIBRARY_PROBES } from './library/library.ts'
import { REPORT_PROBES } from './library/reports.ts'
import { SHARE_PROBES } from './library/shares.ts'
import { WEBHOOK_SENDING_PROBES } from './library/webhook-sending.ts'
import { WEBHOOK_PROBES } from './library/webhooks.ts'
import { LINT_PROBES } from './lints.ts'
import { KEY_PROBES } from './programs/keys.ts'
import type { Probe } from './setting.ts'
import { SPENDING_PROBES } from './spending.ts'

/** Everything that must hold on one connection, from what no row may be to who may do what. */
export const PARTS: Record<string, Record<string, Probe>> = {
  'what no row may be': CONSTRAINT_PROBES,
  'what holding, starting and settling answer': JOB_PROBES,
  'what deliveries are answered': DELIVERY_PROBES,
  'what the sweep is answered': SWEEP_PROBES,
  'who asks a provider': STATUS_CHECK_PROBES,
  'how long records are kept': AGE_PROBES,
  'when videos end': EXPIRY_PROBES,
  'what grants, statement, profiles and rates answer': ACCOUNT_PROBES,
  'what an account and its end answer': ACCOUNT_END_PROBES,
  'alerts to the operator': ALERT_PROBES,
  'what limits and sign-up credits answer': SPENDING_PROBES,
  'what grants by hand answer': HAND_GRANT_PROBES,
  'what administrators are answered': ADMIN_PROBES,
  'what the library answers': LIBRARY_PROBES,
  'what images and sources answer': IMAGE_PROBES,
  'what personal keys answer': KEY_PROBES,
  'what links to videos answer': SHARE_PROBES,
  'what reports of videos answer': REPORT_PROBES,
  'what webhooks answer': WEBHOOK_PROBES,
  'what senders of messages are answered': WEBHOOK_SENDING_PROBES,
  'what stopping a job answers': CANCEL_PROBES,
  'who may do what': ACCESS_PROBES,
  'which rights are held': GRANT_PROBES,
  'what the advisors find': LINT_PROBES,
}
export const PROBES: Record<string, Probe> = Object.assign({}, ...Object.values(PARTS))
