// Examples for LOCAL_MODELS=all: a model that ends soon, one that has ended, and one whose duration is almost learned. They
// show without a provider what the page says of such models. Their dates and durations are made up.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 86_400_000

/** The models of the stand-in that end, as `ID:DAYS:SUCCESSOR`. DAYS count from today, and are negative for the past. */
const DEFAULT_ENDS = 'kling-o3:10:kling-o3-pro,veo-3.1-lite:-5:veo-3.1-fast'

export interface ModelEnd {
  id: string
  days: number
  replacedBy: string
}

/** Reads LOCAL_MODEL_ENDS. Returns null for a value of another form. */
export function readModelEnds(text: string): ModelEnd[] | null {
  if (text === 'none') return []
  const ends = (text || DEFAULT_ENDS).split(',').map((end) => /^\s*([\w.-]+):(-?\d{1,4}):([\w.-]+)\s*$/.exec(end))
  if (!ends.every((end) => end !== null)) return null
  return ends.map(([, id = '', days, replacedBy = '']) => ({ id, days: Number(days), replacedBy }))
}

interface ModelFile<Model> {
  version: number
  models: readonly Model[]
}

/** Returns the catalogue with these ends, relative to `now`. Throws for a model that it doesn't have. */
export function addModelEnds<Model extends { id: string }>(
  { version, models }: ModelFile<Model>,
  ends: readonly ModelEnd[],
  now: Date,
): ModelFile<Model> {
  for (const { id } of ends)
    if (!models.some((model) => model.id === id)) throw new Error(`LOCAL_MODEL_ENDS: no model has the ID "${id}".`)
  const changed = models.map((model) => {
    const end = ends.find(({ id }) => id === model.id)
    if (!end) return model
    const endsOn = new Date(now.getTime() + end.days * DAY_MS).toISOString().slice(0, 10)
    return { ...model, endsOn, replacedBy: end.replacedBy }
  })
  return { version, models: changed }
}

/** Reads the SQL that records nineteen durations of a model. The page shows the learned time after one more video. */
export function readDurationSeed(): Promise<string> {
  return readFile(join(import.meta.dirname, 'model-examples.sql'), 'utf8')
}
