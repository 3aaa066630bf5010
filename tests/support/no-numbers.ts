import type { Numbers } from '../../supabase/functions/_shared/contract/admin.ts'

/** The operator's numbers of a server on which nothing happened. */
export const NO_NUMBERS: Numbers = {
  today: '2026-11-28',
  jobs: [],
  delays: [],
  grants: [],
  openJobs: 0,
  oldestQueuedSeconds: null,
  overdueSeconds: 0,
  stored: null,
  storageLimitBytes: null,
  openReports: 0,
}
