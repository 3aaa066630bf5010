import { ACCESS_PROBES } from './access.ts'
import { ADMIN_PROBES } from './admin-answers.ts'
import { ANSWER_PROBES } from './answers.ts'
import { CANCEL_PROBES } from './cancel.ts'
import { CONSTRAINT_PROBES } from './constraints.ts'
import { GRANT_PROBES } from './grants.ts'
import { HAND_GRANT_PROBES } from './hand-grants.ts'
import { LIBRARY_PROBES } from './library.ts'
import { LINT_PROBES } from './lints.ts'
import type { Probe } from './setting.ts'
import { SPENDING_PROBES } from './spending.ts'

/** Everything that must hold on one connection, from what no row may be to who may do what. */
export const PROBES: Record<string, Probe> = {
  ...CONSTRAINT_PROBES,
  ...ANSWER_PROBES,
  ...SPENDING_PROBES,
  ...HAND_GRANT_PROBES,
  ...ADMIN_PROBES,
  ...LIBRARY_PROBES,
  ...CANCEL_PROBES,
  ...ACCESS_PROBES,
  ...GRANT_PROBES,
  ...LINT_PROBES,
}
