import { statfs } from 'node:fs/promises'
import { readLastBackup } from '../../../local/backup/last-backup.ts'
import { type Check, NotCheckedError } from '../checks/check.ts'
import type { Target } from './target.ts'

/** The free space below which a day of videos, or a backup, can fail. */
const MIN_FREE_BYTES = 2 * 1024 ** 3
const MAX_BACKUP_DAYS = 7
const DAY_MS = 24 * 60 * 60_000
const BACK_UP = 'npm run backup -- FOLDER, with a new folder on another disk'

/** @param minFreeBytes the free space that counts as enough */
export const createDiskChecks = ({ server: { dataDir } }: Target, minFreeBytes = MIN_FREE_BYTES): Check[] => [
  {
    name: 'disk space',
    after: ['settings'],
    async run() {
      const { bavail, bsize } = await statfs(dataDir)
      const gigabytes = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`
      if (bavail * bsize >= minFreeBytes) return { note: `${gigabytes} free` }
      const what = `Only ${gigabytes} are free. On a full disk, no job can start and no video can be stored.`
      return [
        { what, where: dataDir, fix: 'Make space, or let old videos expire: KEEP_VIDEOS_DAYS (docs/settings.md)' },
      ]
    },
  },
  {
    name: 'last backup',
    after: ['settings'],
    run({ now }) {
      const last = readLastBackup(dataDir)
      if (!last) throw new NotCheckedError(`no backup of this data is known. Back up: ${BACK_UP}`)
      const days = Math.floor((now().getTime() - last.getTime()) / DAY_MS)
      const date = last.toISOString().slice(0, 10)
      if (days <= MAX_BACKUP_DAYS) return { note: date }
      return [{ what: `The last backup is from ${date}, ${days} days ago.`, where: dataDir, fix: BACK_UP }]
    },
  },
]
