import { useCallback } from 'react'
import { Button } from '@/components/button'
import { Panel } from '@/components/panel'
import type { AdminApi } from '../admin-api'
import type { Credential } from '../credential'
import { DataTable } from '../data-table'
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
        {jobs && jobs.length > 0 && (
          <DataTable
            label={text.table}
            columns={text.columns}
            rows={jobs.map(({ jobId, createdAt, modelName, provider, credits, settlement, cost }) => ({
              key: jobId,
              cells: [
                <LogTime key="time" time={new Date(createdAt)} />,
                modelName,
                provider,
                settlement === 'released' ? text.returned(credits) : text.credits(credits),
                formatCost(cost),
              ],
            }))}
          />
        )}
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
