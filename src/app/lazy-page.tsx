import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage {
  Page: ComponentType
  /** Loads the page's code ahead, so that its first render doesn't wait. Rejects if the code doesn't arrive. */
  load: (isFromFile: boolean) => Promise<unknown>
}

/** Functions that make a page ask again for code that did not arrive. */
const failed = new Set<() => void>()

/** Creates a page whose code loads when it is first shown. `along` loads more code, unless the page comes from its file. */
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
    // A page stays what it is while it is shown.
    Page() {
      const [Shown] = useState(() => Code)
      return <Shown />
    },
    load: loadAll,
  }
}

/** Call it once an error is shown: the next render of a page whose code is missing asks again. React.lazy keeps a rejection for ever. */
export function renewFailedPages(): void {
  for (const reset of failed) reset()
  failed.clear()
}
