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

/** Rules that can be tested on one connection and that no API test covers. */
export const PARTS: Record<string, Record<string, Probe>> = {
  'Database constraints': CONSTRAINT_PROBES,
  'Database triggers': TRIGGER_PROBES,
  'Table access': ACCESS_PROBES,
  'Database grants': GRANT_PROBES,
  'Database lints': LINT_PROBES,
  'Late calls about jobs': JOB_PROBES,
  'Database clock set back': CLOCK_PROBES,
  'Retention of records': AGE_PROBES,
  'Messages to webhooks': WEBHOOK_PROBES,
  'Alerts to the operator': ALERT_PROBES,
  'Daily limits and sign-up credits': SPENDING_PROBES,
  'Manual grants': HAND_GRANT_PROBES,
  "Attempts at the administrator's password": ADMIN_TRY_PROBES,
}
export const PROBES: Record<string, Probe> = Object.assign({}, ...Object.values(PARTS))
