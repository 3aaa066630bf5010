// Computes from a run of bench:scale what an operator pays at Supabase: what 1,000 videos use, the plan and the price for so many videos a
// month, and the figures at which one database ends.
import { MAX_POSTER_BYTES } from '../../../supabase/functions/_shared/contract/fields.ts'
import { HOURS, MEAN_SECONDS, VIDEO_BYTES } from './job-script.ts'
import { BEYOND, COMPUTE, PLANS } from './prices.ts'
import type { Result } from './report.ts'

/**
 * The number of downloads of one video from Storage. It assumes that the video is played when it is finished, and once
 * more later.
 */
const VIEWS = 2
/** How often the card of a video is shown, with its poster from Storage. An assumption. */
const CARD_VIEWS = 10
const MONTH_SECONDS = 30 * 86_400
const SWEEPS = MONTH_SECONDS / 60
/**
 * The share of the cores that the database may use at the busiest hour. For shared cores, this is the share without
 * bursts.
 */
const [MOST_BUSY, MOST_BUSY_SHARED] = [0.5, 0.2]
const VIDEOS_A_MONTH = [1000, 10_000, 100_000, 1_000_000]

interface Use {
  invocations: number
  apiCpuSeconds: number
  databaseCpuSeconds: number
  egressGb: number
  storageGb: number
  databaseGb: number
}

/** Returns the use of one video, measured by the last step of a design. */
function readUse({ steps, units, databaseBytes, videos }: Result): Use {
  const step = steps.at(-1)
  if (!step) throw new Error('The run has no step')
  const perSecond = step.open / MEAN_SECONDS
  const probe = (name: string) => Object.entries(units).find(([unit]) => unit.startsWith(name))?.[1]
  // Two polls per second and one list per second come from the benchmark itself.
  const [poll, list] = [probe('status'), probe('list')]
  const apiMs = step.cpu.api - 2 * (poll?.api ?? 0) - (list?.api ?? 0)
  const databaseMs = step.cpu.database - 2 * (poll?.database ?? 0) - (list?.database ?? 0)
  const dataApiKb = step.egress.dataApi - 2 * (poll?.databaseKb ?? 0) - (list?.databaseKb ?? 0)
  const pagesKb = step.egress.pages * (step.rates.pageCalls / (step.rates.pageCalls + 3))
  return {
    invocations: (step.rates.pageCalls + step.rates.webhooks) / perSecond,
    apiCpuSeconds: apiMs / 1000 / perSecond,
    databaseCpuSeconds: databaseMs / 1000 / perSecond,
    egressGb: (pagesKb + dataApiKb) / 1e6 / perSecond + (VIEWS * VIDEO_BYTES + CARD_VIEWS * MAX_POSTER_BYTES) / 1e9,
    storageGb: (VIDEO_BYTES + MAX_POSTER_BYTES) / 1e9,
    databaseGb: databaseBytes / videos / 1e9,
  }
}

export function printCosts(result: Result): void {
  const use = readUse(result)
  const thousand = (value: number, digits = 1) => (value * 1000).toFixed(digits)
  console.log('\nWhat 1,000 videos use\n')
  printTable(
    ['Invocations', 'CPU of the API', 'CPU of the database', 'Egress', 'Storage', 'Database'],
    [
      [
        thousand(use.invocations, 0),
        `${thousand(use.apiCpuSeconds, 0)} s`,
        `${thousand(use.databaseCpuSeconds, 0)} s`,
        `${thousand(use.egressGb)} GB`,
        `${thousand(use.storageGb)} GB`,
        `${thousand(use.databaseGb * 1000)} MB`,
      ],
    ],
  )
  console.log('\nA month at Supabase, once videos of twelve months are kept\n')
  printTable(
    ['Videos a month', 'Open at the busiest hour', 'Invocations', 'Egress', 'Storage', 'Database', 'Plan', 'US$'],
    VIDEOS_A_MONTH.map((videos) => describeMonth(videos, use)),
  )
  console.log('\nWhere one database ends\n')
  printTable(['What', 'Ends at'], describeEnds(use))
}

/** Describes the limits. Monthly volumes assume that the busiest hour is that of the benchmark's day. */
function describeEnds(use: Use): string[][] {
  const perMonth = (perSecond: number) => (perSecond / Math.max(...HOURS)) * MONTH_SECONDS
  const describe = (perSecond: number) =>
    `${write(perSecond * MEAN_SECONDS)} open jobs, ${write(perMonth(perSecond))} videos a month`
  const ends = COMPUTE.map(({ name, cores, isShared }): [string, string] => [
    `CPU of the database, ${name}`,
    describe((cores * (isShared ? MOST_BUSY_SHARED : MOST_BUSY)) / use.databaseCpuSeconds),
  ])
  const sizes = COMPUTE.map(({ name, databaseGb }): [string, string] => [
    `Recommended size of the database, ${name}`,
    `${write(databaseGb / use.databaseGb)} videos kept`,
  ])
  const { free, pro } = PLANS
  return [
    ['Egress of the free plan', `${write(free.egressGb / use.egressGb)} videos a month`],
    ['Storage of the free plan', `${write(free.storageGb / use.storageGb)} videos kept`],
    ['Egress that Pro includes', `${write(pro.egressGb / use.egressGb)} videos a month`],
    ['Storage that Pro includes', `${write(pro.storageGb / use.storageGb)} videos kept`],
    ['Invocations that Pro includes', `${write((pro.invocations - SWEEPS) / use.invocations)} videos a month`],
    ...ends,
    ...sizes,
  ]
}

function describeMonth(videos: number, use: Use): string[] {
  const kept = 12 * videos
  const busiest = (videos / MONTH_SECONDS) * Math.max(...HOURS)
  const invocations = videos * use.invocations + SWEEPS
  const [egressGb, storageGb, databaseGb] = [videos * use.egressGb, kept * use.storageGb, kept * use.databaseGb]
  const { free, pro } = PLANS
  const isFree =
    invocations <= free.invocations &&
    egressGb <= free.egressGb &&
    storageGb <= free.storageGb &&
    databaseGb <= free.databaseGb
  const cores = busiest * use.databaseCpuSeconds
  const compute = COMPUTE.find(
    (size) => databaseGb <= size.databaseGb && cores <= size.cores * (size.isShared ? MOST_BUSY_SHARED : MOST_BUSY),
  )
  const beyond = (used: number, included: number) => Math.max(0, used - included)
  const price =
    pro.price +
    Math.max(0, (compute?.price ?? Number.NaN) - pro.computeCredits) +
    Math.ceil(beyond(invocations, pro.invocations) / 1e6) * BEYOND.millionInvocations +
    beyond(egressGb, pro.egressGb) * BEYOND.egressGb +
    beyond(storageGb, pro.storageGb) * BEYOND.storageGb +
    beyond(databaseGb, pro.databaseGb) * BEYOND.databaseGb
  return [
    write(videos),
    write(busiest * MEAN_SECONDS, 1),
    write(invocations),
    `${write(egressGb)} GB`,
    `${write(storageGb)} GB`,
    `${write(databaseGb, 1)} GB`,
    isFree ? 'Free' : `Pro, ${compute?.name ?? 'beyond one database'}`,
    isFree ? '0' : write(price),
  ]
}

function write(value: number, digits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** Prints a table in Markdown. */
function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`)
}
