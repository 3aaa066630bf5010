import type { Numbers } from '@contract/admin'
import { Download } from 'lucide-react'
import { useCallback } from 'react'
import { Button } from '@/components/button'
import { Skeleton } from '@/components/skeleton'
import { saveFile } from '@/lib/browser/save-file'
import { useServices } from '@/state/services-context'
import type { Credential } from '../credential'
import { FailureNote } from '../failure-note'
import { useAdminRead } from '../use-admin-read'
import { DaysPanel } from './days-panel'
import { FailuresPanel } from './failures-panel'
import { ModelsPanel } from './models-panel'
import { NowPanel } from './now-panel'
import { fetchNumbers } from './numbers-api'
import { createNumbersCsv } from './numbers-csv'
import { keepLastDays } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'
import { TodayPanel } from './today-panel'

interface NumbersViewProps {
  credential: Credential
  isOnline: boolean
  onRefused: (error: unknown) => void
}

export function NumbersView({ credential, isOnline, onRefused }: NumbersViewProps) {
  const { admin: http } = useServices()
  const text = useNumbersTexts()
  const read = useCallback((signal: AbortSignal) => fetchNumbers(http, credential, signal), [http, credential])
  const { data: numbers, failure, isLoading, load } = useAdminRead(read, onRefused)
  const shown = numbers && keepLastDays(numbers)
  return (
    <div className="grid gap-6" aria-busy={isLoading}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={isLoading} disabled={!isOnline} onClick={() => void load()}>
          {text.refresh}
        </Button>
        {numbers && numbers.jobs.length > 0 && (
          <Button variant="secondary" onClick={() => void saveCsv(numbers)}>
            <Download aria-hidden="true" className="size-4.5" />
            {text.exportCsv}
          </Button>
        )}
      </div>
      {failure && !isLoading && <FailureNote failure={failure} />}
      {!numbers && isLoading && (
        <>
          <p role="status" className="sr-only">
            {text.loading}
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-60 w-full" />
        </>
      )}
      {shown && (
        <>
          <TodayPanel numbers={shown} />
          <NowPanel numbers={shown} />
          <DaysPanel numbers={shown} />
          <ModelsPanel numbers={shown} />
          <FailuresPanel numbers={shown} />
        </>
      )}
    </div>
  )
}

async function saveCsv(numbers: Numbers): Promise<void> {
  const file = new Blob([await createNumbersCsv(numbers)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `numbers-${numbers.today}.csv`)
}
