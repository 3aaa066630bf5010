import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage {
  Page: ComponentType
  /** Preloads the page's code, so that its first render doesn't wait. Rejects if the code can't load. */
  load: (isFromFile: boolean) => Promise<unknown>
}

/** Functions that reset a page whose code didn't load. */
const failed = new Set<() => void>()

/** Creates a page whose code loads when it is first shown. `along` loads more code, unless the page is prerendered. */
export function createPage(load: () => Promise<{ Page: ComponentType }>, along?: () => Promise<unknown>): LazyPage {
  let Code: ComponentType
  const loadAll = async (isFromFile: boolean) => {
    const [{ Page }] = await Promise.all([load(), isFromFile ? null : along?.()])
    Code = Page
    return { default: Page }
  }
  const reset = () => {
    Code = lazy(async () => {
      try {
        return await loadAll(false)
      } catch (error) {
        failed.add(reset)
        throw error
      }
    })
  }
  reset()
  return {
    // A page that is shown doesn't change its component.
    Page() {
      const [Shown] = useState(() => Code)
      return <Shown />
    },
    load: loadAll,
  }
}

/**
 * Resets the pages whose code didn't load, so that their next render tries again. Call it after an error is shown.
 * React.lazy stores a rejection forever.
 */
export function renewFailedPages(): void {
  for (const reset of failed) reset()
  failed.clear()
}
