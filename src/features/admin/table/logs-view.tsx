import { type Ref, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useStore } from '@/components/hooks/use-store'
import { language } from '@/components/language/language'
import type { AdminApi, LogQuery } from '../admin-api'
import type { AdminState } from '../admin-reducer'
import { ConnectionPanel } from '../connection/connection-panel'
import { CostsPanel } from '../costs/costs-panel'
import type { Credential } from '../credential'
import { ExportButton } from '../export/export-button'
import { GrantPanel } from '../grant/grant-panel'
import { isFiltered, NO_FILTER } from '../log-query'
import { ReportsPanel } from '../reports/reports-panel'
import { useTexts } from '../texts/texts'
import { FilterForm } from './filter-form'
import { LogsTable } from './logs-table'
import { Pager } from './pager'

interface LogsViewProps {
  api: AdminApi
  state: Extract<AdminState, { status: 'logged_in' }>
  isOnline: boolean
  onShow: (credential: Credential, query: LogQuery) => void
  /** Called if a call that needs the credential failed. */
  onFailure: (error: unknown) => void
  grantField: Ref<HTMLInputElement>
}

export function LogsView({ api, state, isOnline, onShow, onFailure, grantField }: LogsViewProps) {
  const { credential, query, page, isLoading } = state
  const text = useTexts()
  const chosen = useStore(language)
  const [draft, setDraft] = useState(NO_FILTER)
  const searchField = useRef<HTMLInputElement>(null)
  const show = (change: Partial<LogQuery>) => {
    if (isOnline) onShow(credential, { ...query, ...change })
  }
  const showAll = () => {
    setDraft(NO_FILTER)
    show({ ...NO_FILTER, page: 1 })
    // The clicked button was removed together with the filter.
    searchField.current?.focus()
  }
  return (
    <div className="grid gap-6">
      <section
        aria-label={text.records.heading}
        aria-busy={isLoading}
        className="overflow-clip rounded-xl border border-hairline bg-panel"
      >
        <FilterForm
          draft={draft}
          searchField={searchField}
          onDraft={setDraft}
          isFiltered={isFiltered(query)}
          isOnline={isOnline}
          isLoading={isLoading}
          onFilter={(filter) => show({ ...filter, page: 1 })}
          onClear={showAll}
        >
          <ExportButton
            api={api}
            credential={credential}
            filter={query}
            total={page.total}
            isOnline={isOnline}
            onFailure={onFailure}
          />
        </FilterForm>
        {page.logs.length > 0 ? (
          <LogsTable logs={page.logs} isLoading={isLoading} />
        ) : (
          <LogsEmpty isFiltered={isFiltered(query)} isOnline={isOnline} onClear={showAll} />
        )}
        <Pager page={page} pageSize={query.pageSize} isLoading={isLoading} isOnline={isOnline} onShow={show} />
      </section>
      <ReportsPanel credential={credential} isOnline={isOnline} onRefused={onFailure} />
      <GrantPanel credential={credential} isOnline={isOnline} onRefused={onFailure} firstField={grantField} />
      <CostsPanel api={api} credential={credential} isOnline={isOnline} onRefused={onFailure} />
      <ConnectionPanel key={chosen} api={api} isOnline={isOnline} credential={credential} onRefused={onFailure} />
    </div>
  )
}

interface LogsEmptyProps {
  isFiltered: boolean
  isOnline: boolean
  onClear: () => void
}

function LogsEmpty({ isFiltered, isOnline, onClear }: LogsEmptyProps) {
  const text = useTexts().records
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center sm:py-20">
      <p className="text-heading">{isFiltered ? text.noneFound : text.none}</p>
      <p className="text-soft">{isFiltered ? text.noneFoundHint : text.noneHint}</p>
      {isFiltered && (
        <Button variant="secondary" disabled={!isOnline} onClick={onClear} className="mt-2">
          {text.showAll}
        </Button>
      )}
    </div>
  )
}
