import type { Numbers } from '@contract/admin'
import { Panel } from '@/components/panel'
import { DataTable } from '../data-table'
import { formatCost, formatCount } from '../format-number'
import { listModels } from './sum-numbers'
import { useNumbersTexts } from './texts/numbers-texts'

export function ModelsPanel({ numbers }: { numbers: Numbers }) {
  const { models: text, none } = useNumbersTexts()
  const models = listModels(numbers.jobs)
  return (
    <Panel heading={text.heading} aside={text.aside}>
      <div className="p-4 sm:p-6">
        {models.length === 0 ? (
          <p className="text-soft">{none}</p>
        ) : (
          <DataTable
            label={text.table}
            columns={text.columns}
            textColumns={2}
            rows={models.map(({ modelName, provider, jobs, videos, failed, charged, returned, costs }) => ({
              key: `${modelName} ${provider}`,
              cells: [
                modelName,
                provider,
                ...[jobs, videos, failed, charged, returned].map(formatCount),
                costs.length === 0
                  ? text.noCost
                  : costs.map((cost) => text.cost(formatCost(cost), formatCount(cost.jobs))).join(', '),
              ],
            }))}
          />
        )}
      </div>
    </Panel>
  )
}
