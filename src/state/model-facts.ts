// States what the offered models cost, how long their videos are, and which have sound. Every page that describes the
// models takes its words from here.

import type { Model } from '@/config/models'
import { estimateText } from '@/lib/estimate'

/** Several models as the subject of a sentence. */
export interface Subject {
  text: string
  isPlural: boolean
}

export interface ModelFacts {
  models: readonly Model[]
  /** The number of models in words, such as 'three'. */
  count: string
  /** The cheapest, the median, and the most expensive model, cheapest first. Fewer if fewer are offered. */
  samples: readonly Model[]
  /** The prices in credits, such as '20, 180, or 330'. */
  prices: string
  /** The lowest and highest price in credits, such as '20 to 330'. */
  priceRange: string
  /** The durations to choose from, in seconds, such as '5 or 8'. */
  lengths: string
  /** The durations that add nothing to the price, in seconds. */
  sameLengths: string
  /** The choices that add to the model's price, such as 'a higher resolution'. Empty if there are none. */
  extras: string
  /** The models with sound, or null. */
  sound: Subject | null
  /** The models without sound, or null. */
  silent: Subject | null
  /** The usual time per duration, shortest first. Null if it depends on the model. */
  waits: readonly { seconds: number; wait: string }[] | null
  /** The shortest and longest usual time, such as '3-8 min'. */
  waitRange: string
  /** The durations that a model delivers differently, most expensive model first. */
  deliveries: readonly { name: string; chosen: number; delivered: number }[]
}

/** More names than this are hard to read in a sentence. */
const MOST_NAMES = 3

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const EXTRAS = {
  frames: 'a last frame',
  references: 'reference images',
  extend: 'extending a video',
  edit: 'editing a video',
} as const

export function describeModels(all: readonly Model[]): ModelFacts {
  const models = all.filter(({ isOn }) => isOn)
  const byPrice = models.toSorted((a, b) => a.credits - b.credits)
  const prices = listNumbers(models.map(({ credits }) => credits))
  const durations = models.flatMap((model) => model.durations)
  const lengths = listNumbers(durations.map(({ seconds }) => seconds))
  const middle = byPrice[Math.floor((byPrice.length - 1) / 2)]
  return {
    models,
    count: NUMBERS[models.length] ?? String(models.length),
    samples: [...new Set([byPrice[0], middle, byPrice.at(-1)])].filter((model) => model !== undefined),
    prices: join(prices),
    priceRange: joinRange(prices),
    lengths: join(lengths),
    sameLengths: join(listNumbers(durations.flatMap(({ seconds, adds }) => (adds ? [] : [seconds])))),
    extras: listExtras(models),
    sound: nameModels(models, true),
    silent: nameModels(models, false),
    waits: listWaits(durations, lengths),
    waitRange: estimateText({
      from: Math.min(...durations.map(({ estimateSeconds: { from } }) => from)),
      to: Math.max(...durations.map(({ estimateSeconds: { to } }) => to)),
      isLearned: durations.some(({ estimateSeconds }) => estimateSeconds.isLearned),
    }),
    deliveries: byPrice.toReversed().flatMap((model) => {
      const other = model.durations.find(({ seconds, deliveredSeconds }) => seconds !== deliveredSeconds)
      return other ? [{ name: model.name, chosen: other.seconds, delivered: other.deliveredSeconds }] : []
    }),
  }
}

/** Returns the verb in its form for the subject, such as 'generates'. */
export function conjugate({ isPlural }: Subject, verb: string): string {
  return isPlural ? verb : `${verb}s`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Joins with commas and 'and'. */
export function joinNames(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat('en', { type }).format(names)
}

/**
 * Returns what a model's price doesn't depend on, and what costs more.
 * @param or the word between two lengths
 */
export function describeSamePrice({ sameLengths, sound, extras }: ModelFacts, or: 'and' | 'or', more = ''): string {
  const same = `the same for ${sameLengths.replace(' or ', ` ${or} `)} seconds${sound ? ', with or without sound' : ''}${more}.`
  return extras === '' ? same : `${same} ${capitalize(extras)} costs more.`
}

function listNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

function joinRange(numbers: readonly number[]): string {
  const [least, most] = [numbers[0], numbers.at(-1)]
  return least === most ? String(least) : `${least} to ${most}`
}

function join(numbers: readonly number[]): string {
  return numbers.length > MOST_NAMES ? joinRange(numbers) : joinNames(numbers.map(String), 'disjunction')
}

function nameModels(models: readonly Model[], hasSound: boolean): Subject | null {
  const named = models.filter((model) => model.hasSound === hasSound).map(({ name }) => name)
  if (named.length === 0) return null
  if (named.length === models.length && named.length > 1) return { text: 'all models', isPlural: true }
  if (named.length <= MOST_NAMES) return { text: joinNames(named), isPlural: named.length > 1 }
  return { text: named.length * 2 > models.length ? 'most models' : 'some models', isPlural: true }
}

function listExtras(models: readonly Model[]): string {
  const inputs = models.map((model) => model.inputs)
  const found = [
    ...(models.some(({ durations }) => durations.some(({ adds }) => adds)) ? ['a longer video'] : []),
    ...(inputs.some((input) => input?.resolutions.some(({ adds }) => adds > 0)) ? ['a higher resolution'] : []),
    ...(['frames', 'references', 'extend', 'edit'] as const)
      .filter((kind) => inputs.some((input) => (input?.[kind]?.adds ?? 0) > 0))
      .map((kind) => EXTRAS[kind]),
  ]
  return joinNames(found, 'disjunction')
}

function listWaits(durations: Model['durations'], lengths: readonly number[]): ModelFacts['waits'] {
  const waits = lengths.map((seconds) => {
    const own = durations.filter((one) => one.seconds === seconds)
    return { seconds, waits: new Set(own.map(({ estimateSeconds }) => estimateText(estimateSeconds))) }
  })
  if (waits.length > 2 || waits.some((one) => one.waits.size > 1)) return null
  return waits.map((one) => ({ seconds: one.seconds, wait: [...one.waits].join() }))
}
