import type { ReactNode } from 'react'
import { joinClasses } from '@/components/join-classes'

interface DataTableProps {
  label: string
  columns: readonly string[]
  /** The number of columns with text. The columns after them contain numbers. By default, all contain text. */
  textColumns?: number
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

const cellClass = 'border-t border-hairline py-2.5 pr-4 align-baseline font-normal last:pr-0'

/** A table that scrolls sideways in a narrow panel. The first cell of a row names the row. */
export function DataTable({ label, columns, textColumns = columns.length, rows }: DataTableProps) {
  const classOf = (place: number) =>
    joinClasses(cellClass, place < textColumns ? 'text-left' : 'text-right whitespace-nowrap')
  return (
    // The grid lets the table scroll inside a panel that is narrower.
    <div className="grid">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a narrow screen, by keyboard too */}
      <section aria-label={label} tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-md text-[0.9375rem] tabular-nums">
          <thead className="text-sm text-soft">
            <tr>
              {columns.map((name, place) => (
                <th key={name} scope="col" className={classOf(place)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...cells] }) => (
              <tr key={key}>
                <th scope="row" className={classOf(0)}>
                  {first}
                </th>
                {cells.map((cell, place) => (
                  <td key={columns[place + 1]} className={classOf(place + 1)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
