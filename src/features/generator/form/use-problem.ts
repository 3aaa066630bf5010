import { useCapabilities } from '@/state/capabilities'
import { countOpen } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { useSelector } from '@/state/use-selector'
import { clicksFor } from '../clicks'
import type { FormProblem } from '../inputs/validate'

/** What the last click found wrong, until a job has ended or the network is back where that was the reason. */
export function useProblem(): FormProblem | null {
  const problem = useSelector(clicksFor(useServices()), (state) => state.problem)
  const { maxOpenJobs } = useCapabilities()
  const isRoom = useJobs(({ jobs }) => countOpen(jobs) < maxOpenJobs)
  const isOnline = useOnline()
  const isOver = (problem?.field === 'jobs' && isRoom) || (problem?.field === 'connection' && isOnline)
  return isOver ? null : problem
}
