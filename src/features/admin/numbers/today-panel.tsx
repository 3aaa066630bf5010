import type { Numbers } from '@contract/admin'
import { Panel } from '@/components/panel'
import { formatCount } from '../format-number'
import { Cards } from './cards'
import { addCredits, addUp } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'

export function TodayPanel({ numbers: { today, jobs, grants } }: { numbers: Numbers }) {
  const text = useNumbersTexts().today
  const isToday = ({ day }: { day: string }) => day === today
  const now = { ...addUp(jobs.filter(isToday)), granted: addCredits(grants.filter(isToday)) }
  const month = { ...addUp(jobs), granted: addCredits(grants) }
  const names = ['jobs', 'videos', 'failed', 'charged', 'returned', 'granted'] as const
  return (
    <Panel heading={text.heading} aside={text.aside(today)}>
      <Cards
        cards={names.map((name) => ({
          name: text[name],
          value: formatCount(now[name]),
          note: text.month(formatCount(month[name])),
        }))}
      />
    </Panel>
  )
}
