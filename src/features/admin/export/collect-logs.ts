import type { LoginRecord, LoginRecordPage } from '@contract/admin'
import type { LogQuery } from '../admin-api'
import type { LogFilter } from '../log-query'

/** The most records in one export. For more, query the database. */
export const EXPORT_LIMIT = 10_000
/** The server's limit of records per page. */
const EXPORT_PAGE_SIZE = 200

interface CollectInput {
  fetchLogs(query: LogQuery): Promise<LoginRecordPage>
  filter: LogFilter
  onProgress(collected: number, wanted: number): void
}

/**
 * Collects all records. New records move others to a later page, where they appear again. The map removes such
 * duplicates.
 */
export async function collectLogs({ fetchLogs, filter, onProgress }: CollectInput): Promise<LoginRecord[]> {
  const collected = new Map<string, LoginRecord>()
  for (let page = 1; ; page += 1) {
    const answer = await fetchLogs({ ...filter, page, pageSize: EXPORT_PAGE_SIZE })
    const { logs, total } = answer
    for (const log of logs) collected.set(log.id, log)
    const wanted = Math.min(total, EXPORT_LIMIT)
    onProgress(Math.min(collected.size, wanted), wanted)
    if (collected.size >= wanted || logs.length < EXPORT_PAGE_SIZE || answer.page < page) break
  }
  return [...collected.values()].slice(0, EXPORT_LIMIT)
}
