import { useCode } from '@/components/hooks/use-code'
import { useStore } from '@/components/hooks/use-store'
import { activityFor } from '@/state/activity'
import { useServices } from '@/state/services-context'

const loadNote = () => import('./activity-note')

export function ActivityTitle() {
  const activity = useStore(activityFor(useServices()))
  const { code } = useCode(loadNote, activity !== null)
  return activity && code && <code.ActivityNote activity={activity} />
}
