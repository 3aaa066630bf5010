// Prints a benchmark's figures as a table. With `--json`, it also prints them for bench.ts.
import { loadavg } from 'node:os'

export interface Figure {
  name: string
  /** The figure's value, in `unit`. */
  value: number
  unit: string
  /** The worst of several measurements. `value` is then the median, and `most` applies to the median. */
  worst?: number
  /** The figure to compare with, measured in the same run and unit. */
  base?: number
  /** The limits. All given limits must hold. `mostRatio` limits the ratio of `value` to `base`. */
  most?: number
  mostRatio?: number
  least?: number
}

/** Prints a table. With `--json`, prints an additional line that bench.ts reads. */
export function report(figures: readonly Figure[]): void {
  printFigures(figures)
  console.log(`load ${countLoads()}`)
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures))
}

export function printFigures(figures: readonly Figure[]): void {
  console.table(
    figures.map((figure) => ({
      figure: figure.name,
      value: `${round(figure.value)} ${figure.unit}`.trim(),
      worst: figure.worst === undefined ? '' : round(figure.worst),
      beside: figure.base === undefined ? '' : round(figure.base),
      ratio: figure.base === undefined ? '' : getRatio(figure).toFixed(2),
      limit: limitText(figure),
      reached: hasLimit(figure) ? (isReached(figure) ? 'yes' : 'NO') : '',
    })),
  )
}

function getRatio({ value, base }: Figure): number {
  return value / (base ?? Number.NaN)
}

function isReached(figure: Figure): boolean {
  const { value, worst = value, most = Infinity, mostRatio, least = -Infinity } = figure
  return worst <= most && value >= least && (mostRatio === undefined || getRatio(figure) <= mostRatio)
}

function hasLimit({ most, mostRatio, least }: Figure): boolean {
  return most !== undefined || mostRatio !== undefined || least !== undefined
}

export function getMedian(values: readonly number[]): number {
  return getQuantile(values, 0.5)
}

export function getQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** Reads the number of rounds from the last `--rounds` argument. */
export function rounds(usual: number): number {
  const at = process.argv.lastIndexOf('--rounds')
  return at < 0 ? usual : Number(process.argv[at + 1])
}

/**
 * Returns the machine's load, which is the number of jobs that wait for a processor. The values are means over 1, 5,
 * and 15 minutes.
 */
export function countLoads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}

function round(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}

function limitText({ unit, most, mostRatio, least }: Figure): string {
  return [
    most !== undefined && `at most ${round(most)} ${unit}`.trim(),
    mostRatio !== undefined && `at most ${mostRatio} x`,
    least !== undefined && `at least ${least}`,
  ]
    .filter(Boolean)
    .join(', ')
}
