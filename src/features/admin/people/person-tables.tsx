import type { Person } from '@contract/admin'
import type { ReactNode } from 'react'
import { formatCredits } from '@/lib/format-credits'
import { toPlainText } from '@/lib/text'
import { BrowserInfo } from '../browser-info'
import { DataTable } from '../data-table'
import { LogTime } from '../log-time'
import { usePeopleTexts } from './texts/people-texts'

/** The latest videos and sign-ins of a person, and the keys that work. */
export function PersonTables({ person: { jobs, signIns, keys } }: { person: Person }) {
  const text = usePeopleTexts().person
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <Records
        heading={text.latestJobs}
        none={text.noJobs}
        columns={text.jobColumns}
        rows={jobs.map(({ id, createdAt, modelName, status, credits, settlement }) => ({
          key: id,
          cells: [
            <LogTime key="time" time={new Date(createdAt)} />,
            modelName,
            text.status[status] ?? status,
            `${formatCredits(credits)} · ${text.price[settlement]}`,
          ],
        }))}
      />
      <Records
        heading={text.latestSignIns}
        none={text.noSignIns}
        columns={text.signInColumns}
        rows={signIns.map(({ id, time, ipAddress, userAgent }) => ({
          key: id,
          cells: [
            <LogTime key="time" time={new Date(time)} />,
            <bdi key="ip">{ipAddress}</bdi>,
            <BrowserInfo key="browser" userAgent={userAgent} />,
          ],
        }))}
      />
      <Records
        heading={text.keys}
        none={text.noKeys}
        columns={text.keyColumns}
        rows={keys.map(({ id, name, lastFour, scope, lastUsedAt, expiresAt }) => ({
          key: id,
          cells: [
            <span key="name">
              <bdi>{toPlainText(name)}</bdi> <span className="text-soft">…{lastFour}</span>
            </span>,
            text.scope[scope],
            lastUsedAt ? <LogTime key="used" time={new Date(lastUsedAt)} /> : text.never,
            <LogTime key="expires" time={new Date(expiresAt)} />,
          ],
        }))}
      />
    </div>
  )
}

interface RecordsProps {
  heading: string
  /** The sentence for no rows. */
  none: string
  columns: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

function Records({ heading, none, columns, rows }: RecordsProps) {
  return (
    <div className="min-w-0">
      <h4 className="mb-2 text-base">{heading}</h4>
      {rows.length === 0 ? <p className="text-soft">{none}</p> : <DataTable label={heading} {...{ columns, rows }} />}
    </div>
  )
}
