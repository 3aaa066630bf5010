import type { LoginRecord, LoginRecordPage } from '@contract'
import type { LogQuery } from '../admin-api'
import type { LogFilter } from '../table/log-query'

/** An export holds the newest records up to this many: more belongs into a tool that asks the database itself. */
export const EXPORT_LIMIT = 10_000
/** The most the server gives at once. */
const EXPORT_PAGE_SIZE = 200

interface CollectInput {
  fetchLogs(query: LogQuery): Promise<LoginRecordPage>
  filter: LogFilter
  onProgress(collected: number, wanted: number): void
}

/** Fetches page by page. Records written meanwhile move others to a later page, where they are met again: once is enough. */
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
