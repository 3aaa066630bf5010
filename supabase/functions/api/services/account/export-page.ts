// Reads an export page by page, one list after another. A function has two seconds of CPU, and a signed URL lasts an
// hour, so each page has new URLs. The browser combines the pages into one file.
import { z } from 'zod'
import type { ExportPage } from '../../../_shared/contract/account.ts'
import { entrySortKey, jobSortKey } from '../../requests.ts'
import type { Cast } from '../cast/cast.ts'
import type { Ledger } from '../credits/ledger.ts'
import { viewEntry } from '../credits/statement.ts'
import { type JobViewDeps, viewJobs } from '../jobs/job-view.ts'
import type { JobRecords } from '../jobs/jobs.ts'
import type { Keys } from '../keys/keys.ts'
import { type DeviceRecords, viewDevice } from '../messages/device-records.ts'
import type { WebhookRecords } from '../messages/webhook-records.ts'
import { viewWebhook } from '../messages/webhook-view.ts'
import { signPaths } from '../sign-paths.ts'
import type { Accounts } from './accounts.ts'

const PAGE = 100

/** A position in an export: a list, and the row to continue after. Null for the first page of the list. */
export const exportCursor = z.discriminatedUnion('list', [
  z.object({ list: z.literal('jobs'), after: jobSortKey.nullable() }),
  z.object({ list: z.literal('transactions'), after: entrySortKey.nullable() }),
  z.object({ list: z.literal('signIns'), after: z.object({ id: z.uuid() }).nullable() }),
  z.object({ list: z.literal('images'), after: z.object({ id: z.uuid() }).nullable() }),
  z.object({ list: z.literal('cast'), after: z.null() }),
  z.object({ list: z.literal('keys'), after: z.null() }),
  z.object({ list: z.literal('webhooks'), after: z.null() }),
  z.object({ list: z.literal('devices'), after: z.null() }),
])
type ExportPlace = z.output<typeof exportCursor>

export interface ExportDeps extends JobViewDeps {
  accounts: Accounts
  cast: Cast
  jobs: JobRecords
  ledger: Ledger
  keys: Keys
  webhooks: WebhookRecords
  devices: DeviceRecords
}

/** Returns a page of the user's data, and the position of the next page. */
export async function readExportPage(
  userId: string,
  place: ExportPlace,
  deps: ExportDeps,
): Promise<{ page: Omit<ExportPage, 'nextCursor'>; next: ExportPlace | null }> {
  const empty = { jobs: [], transactions: [], signIns: [], images: [], cast: [], keys: [], webhooks: [], devices: [] }
  switch (place.list) {
    case 'jobs': {
      const request = {
        limit: PAGE,
        search: undefined,
        model: undefined,
        isFailed: false,
        silent: null,
        isStarred: false,
        isOldestFirst: false,
        sourceId: undefined,
      }
      const rows = await deps.jobs.list(userId, { open: false, after: place.after, ...request })
      const last = rows.length === PAGE ? rows.at(-1) : undefined
      return {
        page: { ...empty, jobs: await viewJobs(rows, deps) },
        next: last
          ? { list: 'jobs', after: { createdAt: last.created_at, id: last.id } }
          : { list: 'transactions', after: null },
      }
    }
    case 'transactions': {
      const { entries, has_more } = await deps.ledger.statement(userId, place.after?.id ?? null, PAGE)
      const last = has_more ? entries.at(-1) : undefined
      return {
        page: { ...empty, transactions: entries.map((entry) => viewEntry(entry, deps.catalogue.nameOf)) },
        next: last ? { list: 'transactions', after: { id: last.id } } : { list: 'signIns', after: null },
      }
    }
    case 'signIns': {
      const signIns = await deps.accounts.listSignIns(userId, place.after?.id ?? null, PAGE)
      const last = signIns.length === PAGE ? signIns.at(-1) : undefined
      return {
        page: { ...empty, signIns },
        next: last ? { list: 'signIns', after: { id: last.id } } : { list: 'images', after: null },
      }
    }
    case 'images': {
      const found = await deps.accounts.listImages(userId, place.after?.id ?? null, PAGE)
      const urls = await signPaths(
        'images',
        found.map(({ path }) => path),
        deps,
      )
      const last = found.length === PAGE ? found.at(-1) : undefined
      const images = found.map(({ id, path, used_at }) => ({ id, usedAt: used_at, url: urls.get(path) ?? null }))
      return {
        page: { ...empty, images },
        next: last ? { list: 'images', after: { id: last.id } } : { list: 'cast', after: null },
      }
    }
    case 'cast':
      return { page: { ...empty, cast: await deps.cast.list(userId) }, next: { list: 'keys', after: null } }
    case 'keys':
      return { page: { ...empty, keys: await deps.keys.list(userId) }, next: { list: 'webhooks', after: null } }
    case 'webhooks': {
      const rows = await deps.webhooks.list(userId)
      return { page: { ...empty, webhooks: rows.map(viewWebhook) }, next: { list: 'devices', after: null } }
    }
    case 'devices': {
      const rows = await deps.devices.list(userId, null)
      return { page: { ...empty, devices: rows.map(viewDevice) }, next: null }
    }
    default:
      return place satisfies never
  }
}
