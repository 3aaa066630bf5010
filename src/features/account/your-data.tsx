import { DeleteAccount } from './delete/delete-account'
import { ExportData } from './export/export-data'
import type { SectionProps } from './sections'

export function YourData({ account, api }: SectionProps) {
  return (
    <div className="grid gap-10">
      <ExportData account={account} api={api} />
      <DeleteAccount account={account} api={api} />
    </div>
  )
}
