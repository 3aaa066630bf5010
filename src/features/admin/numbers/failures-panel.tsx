import type { Numbers } from '@contract/admin'
import { Panel } from '@/components/panel'
import { DataTable } from '../data-table'
import { formatCount } from '../format-number'
import { listFailures } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'

export function FailuresPanel({ numbers }: { numbers: Numbers }) {
  const text = useNumbersTexts().failures
  const failures = listFailures(numbers)
  // A newer server may send a code that this page doesn't know.
  const kinds: Readonly<Record<string, string>> = text.kinds
  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="p-4 sm:p-6">
        {failures.length === 0 ? (
          <p className="text-soft">{text.none}</p>
        ) : (
          <DataTable
            label={text.table}
            columns={text.columns}
            textColumns={3}
            rows={failures.map(({ outcome, modelName, provider, today, jobs }) => ({
              key: `${outcome} ${modelName} ${provider}`,
              cells: [kinds[outcome] ?? outcome, modelName, provider, formatCount(today), formatCount(jobs)],
            }))}
          />
        )}
      </div>
    </Panel>
  )
}
