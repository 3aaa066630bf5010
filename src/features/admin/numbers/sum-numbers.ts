// Adds up the operator's numbers for the cards, tables, and charts.
import type { EndedJobs, Numbers } from '@contract/admin'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 30

export interface Totals {
  jobs: number
  videos: number
  failed: number
  charged: number
  returned: number
}

export interface DayTotals extends Totals {
  /** YYYY-MM-DD in UTC. */
  day: string
  granted: number
  /** See findDelay. */
  delay: number | null
}

export interface ModelTotals extends Totals {
  modelName: string
  provider: string
  /** The reported costs, one per unit. `jobs`: how many jobs have a cost in this unit. */
  costs: { amount: number; unit: string; jobs: number }[]
}

export interface FailureTotals {
  outcome: string
  modelName: string
  provider: string
  today: number
  jobs: number
}

const getDay = (today: string, before: number) =>
  new Date(Date.parse(today) - before * DAY_MS).toISOString().slice(0, 10)

/** Leaves out the jobs and grants that are older than 30 days. */
export function keepLastDays(numbers: Numbers): Numbers {
  const first = getDay(numbers.today, DAYS - 1)
  const isRecent = ({ day }: { day: string }) => day >= first
  return { ...numbers, jobs: numbers.jobs.filter(isRecent), grants: numbers.grants.filter(isRecent) }
}

const isVideo = ({ outcome }: EndedJobs) => outcome === 'succeeded'

export function addUp(ended: readonly EndedJobs[]): Totals {
  const totals: Totals = { jobs: 0, videos: 0, failed: 0, charged: 0, returned: 0 }
  for (const one of ended) {
    totals.jobs += one.jobs
    totals[isVideo(one) ? 'videos' : 'failed'] += one.jobs
    totals.charged += one.charged
    totals.returned += one.returned
  }
  return totals
}

/** Returns a row for each of the 30 days, the oldest first, also for days without jobs. */
export function listDays(numbers: Numbers): DayTotals[] {
  const { today, jobs, grants } = numbers
  const ended = Map.groupBy(jobs, ({ day }) => day)
  const granted = Map.groupBy(grants, ({ day }) => day)
  return Array.from({ length: DAYS }, (_, index) => {
    const day = getDay(today, DAYS - 1 - index)
    return {
      day,
      ...addUp(ended.get(day) ?? []),
      granted: addCredits(granted.get(day) ?? []),
      delay: findDelay(numbers, day),
    }
  })
}

/** Returns the seconds within which 95% of the day's videos were in the library. Null if there were none. */
export const findDelay = ({ delays }: Numbers, day: string): number | null =>
  delays.find((delay) => delay.day === day)?.seconds ?? null

export const addCredits = (grants: Numbers['grants']) => grants.reduce((sum, { credits }) => sum + credits, 0)

/** Returns a row for each model at each provider, the one with the most jobs first. */
export function listModels(jobs: readonly EndedJobs[]): ModelTotals[] {
  const groups = Map.groupBy(jobs, ({ model, provider }) => `${model} ${provider}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first
        ? { modelName: first.modelName, provider: first.provider, ...addUp(group), costs: addCosts(group) }
        : []
    })
    .sort((one, other) => other.jobs - one.jobs)
}

function addCosts(group: readonly EndedJobs[]): ModelTotals['costs'] {
  const costs = new Map<string, ModelTotals['costs'][number]>()
  for (const { cost, jobs } of group) {
    if (!cost) continue
    const sum = costs.get(cost.unit) ?? { amount: 0, unit: cost.unit, jobs: 0 }
    costs.set(cost.unit, { ...sum, amount: sum.amount + cost.amount, jobs: sum.jobs + jobs })
  }
  return [...costs.values()]
}

/** Returns a row for each failure of each model at each provider, the most frequent one first. */
export function listFailures({ jobs, today }: Numbers): FailureTotals[] {
  const failed = jobs.filter((one) => !isVideo(one))
  const groups = Map.groupBy(failed, ({ outcome, model, provider }) => `${outcome} ${model} ${provider}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { outcome, modelName, provider } = first
      const isToday = ({ day }: EndedJobs) => day === today
      return { outcome, modelName, provider, today: addUp(group.filter(isToday)).jobs, jobs: addUp(group).jobs }
    })
    .sort((one, other) => other.jobs - one.jobs)
}
