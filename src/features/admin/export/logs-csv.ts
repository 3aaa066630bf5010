import type { LoginRecord } from '@contract/admin'
import { createCsv } from '@/lib/csv'
import { parseTimestamp } from '../format-time'
import { getTexts } from '../texts/texts'

export function createLogsCsv(logs: readonly LoginRecord[]): Promise<string> {
  const rows = logs.map((log) => [
    log.email,
    log.name,
    parseTimestamp(log.timestamp)?.toISOString() ?? log.timestamp,
    log.ipAddress,
    log.userAgent,
  ])
  return createCsv(Object.values(getTexts().records.columns), rows)
}
