import type { JobCost } from '@contract/admin'
import { useCallback } from 'react'
import { Button } from '@/components/button'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import { FailureNote } from '../failure-note'
import { formatCost } from '../format-number'
import { LogTime } from '../log-time'
import { useTexts } from '../texts/texts'
import { useAdminRead } from '../use-admin-read'

interface CostsPanelProps {
  api: AdminApi
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
}

/**
 * Compares each job's cost, as the provider reports it, with the job's price. It loads on a click, because it is rarely
 * needed.
 */
export function CostsPanel({ api, credential, isOnline, onRefused }: CostsPanelProps) {
  const text = useTexts().costs
  const read = useCallback((signal: AbortSignal) => api.fetchCosts(credential, signal), [api, credential])
  const { data: jobs, failure, isLoading, load } = useAdminRead(read, onRefused, false)

  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="grid gap-4 p-4 sm:p-6">
        {failure && !isLoading && <FailureNote failure={failure} />}
        {jobs?.length === 0 && <p className="text-soft">{text.none}</p>}
        {jobs && jobs.length > 0 && <CostsTable jobs={jobs} />}
        <Button
          variant="secondary"
          size="sm"
          busy={isLoading}
          disabled={!isOnline}
          onClick={() => load()}
          className="justify-self-start"
        >
          {jobs ? text.refresh : text.show}
        </Button>
      </div>
    </Panel>
  )
}

const cellClass = 'border-t border-hairline py-2.5 pr-4 text-left font-normal last:pr-0'

function CostsTable({ jobs }: { jobs: readonly JobCost[] }) {
  const text = useTexts().costs
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen, by keyboard too
    <section aria-label={text.table} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-lg text-[0.9375rem] tabular-nums">
        <thead className="text-sm text-soft">
          <tr>
            {text.columns.map((name) => (
              <th key={name} scope="col" className={cellClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ jobId, createdAt, modelName, provider, credits, settlement, cost }) => (
            <tr key={jobId} className="align-baseline">
              <td className={cellClass}>
                <LogTime time={new Date(createdAt)} />
              </td>
              <td className={cellClass}>{modelName}</td>
              <td className={cellClass}>{provider}</td>
              <td className={cellClass}>
                {settlement === 'released' ? text.returned(credits) : text.credits(credits)}
              </td>
              <td className={cellClass}>{formatCost(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
