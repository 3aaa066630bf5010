import type { Person } from '@contract/admin'
import { type ReactNode, useId } from 'react'
import { formatCredits } from '@/lib/format-credits'
import { toPlainText } from '@/lib/text'
import { BrowserInfo } from '../browser-info'
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
          id,
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
          id,
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
          id,
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
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

const cellClass = 'border-t border-hairline py-2.5 pr-4 text-left align-baseline font-normal last:pr-0'

function Records({ heading, none, columns, rows }: RecordsProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <h4 id={id} className="mb-2 text-base">
        {heading}
      </h4>
      {rows.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen, by keyboard too
        <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto">
          <table className="w-full min-w-md text-[0.9375rem] tabular-nums">
            <thead className="text-sm text-soft">
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className={cellClass}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id: row, cells }) => (
                <tr key={row}>
                  {cells.map((cell, place) => (
                    <td key={columns[place]} className={cellClass}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
