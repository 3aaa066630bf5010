import type { ComponentType } from 'react'

/** A part of a page that `Later` loads. */
export interface LatePart {
  load: () => Promise<unknown>
  /** Returns the loaded component, or null. */
  loaded: () => ComponentType | null
}

export function createLatePart(load: () => Promise<ComponentType>): LatePart {
  let part: ComponentType | null = null
  return {
    load: async () => {
      part ??= await load()
    },
    loaded: () => part,
  }
}
