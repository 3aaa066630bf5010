import { ACCESS_PROBES } from './access.ts'
import { ADMIN_TRY_PROBES } from './admin-tries.ts'
import { ALERT_PROBES } from './alert-probes.ts'
import { CONSTRAINT_PROBES } from './constraints.ts'
import { GRANT_PROBES } from './grants.ts'
import { HAND_GRANT_PROBES } from './hand-grants.ts'
import { AGE_PROBES } from './jobs/ages.ts'
import { CLOCK_PROBES } from './jobs/clock.ts'
import { JOB_PROBES } from './jobs/job-probes.ts'
import { LINT_PROBES } from './lints.ts'
import type { Probe } from './setting.ts'
import { SPENDING_PROBES } from './spending.ts'
import { TRIGGER_PROBES } from './triggers.ts'
import { WEBHOOK_PROBES } from './webhooks.ts'

/** The rules that hold on one connection and that no API test shows. */
export const PARTS: Record<string, Record<string, Probe>> = {
  'what no row may be': CONSTRAINT_PROBES,
  'what triggers keep': TRIGGER_PROBES,
  'who may do what': ACCESS_PROBES,
  'which rights are held': GRANT_PROBES,
  'what the advisors find': LINT_PROBES,
  'calls about jobs that come late': JOB_PROBES,
  'a clock that was set back': CLOCK_PROBES,
  'how long records are kept': AGE_PROBES,
  'messages to webhooks': WEBHOOK_PROBES,
  'alerts to the operator': ALERT_PROBES,
  'what limits and sign-up credits answer': SPENDING_PROBES,
  'what grants by hand answer': HAND_GRANT_PROBES,
  'when the administrator may try again': ADMIN_TRY_PROBES,
}
export const PROBES: Record<string, Probe> = Object.assign({}, ...Object.values(PARTS))
