// Models that end on a date. A model is offered through that day, in UTC. The server's clock decides.
import type { ModelEnding } from '../../_shared/contract/capabilities.ts'
import type { CatalogueModel } from './catalogue.ts'

/** The days before a model's end in which the page and the doctor announce it. */
const ANNOUNCED_DAYS = 30
const DAY_MS = 86_400_000

type Model = Pick<CatalogueModel, 'id' | 'name' | 'isOn' | 'endsOn' | 'replacedBy'>

/** Returns a model's end, from 30 days before it. Null for a model that has no end, or a later one. */
export function getEnding(model: Model, models: readonly Model[], now: Date): ModelEnding | null {
  const { endsOn } = model
  if (!endsOn) return null
  const leftMs = Date.parse(endsOn) + DAY_MS - now.getTime()
  if (leftMs > (ANNOUNCED_DAYS + 1) * DAY_MS) return null
  const next = findSuccessor(model, models, now)
  return { on: endsOn, isOver: leftMs <= 0, replacedBy: next && { id: next.id, name: next.name } }
}

function hasEnded(model: Model, now: Date): boolean {
  return model.endsOn !== undefined && Date.parse(model.endsOn) + DAY_MS <= now.getTime()
}

/** Returns the first model of the chain of successors that is still offered. */
function findSuccessor(model: Model, models: readonly Model[], now: Date): Model | null {
  let next: Model | undefined = model
  for (let step = 0; step < models.length; step += 1) {
    const { replacedBy }: Model = next
    next = models.find(({ id }) => id === replacedBy)
    if (!next) return null
    if (next.isOn && !hasEnded(next, now)) return next
  }
  return null
}
