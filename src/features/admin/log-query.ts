import type { LogQuery } from './admin-api'

/** Records per page. More would not render within one frame. */
export const PAGE_SIZES = [25, 50] as const

export const FIRST_QUERY: LogQuery = { page: 1, pageSize: PAGE_SIZES[0], email: '', from: '', to: '' }

export type LogFilter = Pick<LogQuery, 'email' | 'from' | 'to'>

export const NO_FILTER: LogFilter = { email: '', from: '', to: '' }

export function isFiltered({ email, from, to }: LogFilter): boolean {
  return email !== '' || from !== '' || to !== ''
}

export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
