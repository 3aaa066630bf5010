import { createFakeBrowser } from '../../../support/app/fake-tabs'
import { setupJob } from './job-setup'

/** One browser, whose tabs each show the same job. */
export function jobSetups() {
  const browser = createFakeBrowser()
  return {
    openTab({ isShown = true } = {}) {
      let shown = isShown
      const watchers = new Set<() => void>()
      const test = setupJob({
        tabs: browser.openTab(),
        isShown: () => shown,
        onShown(callback) {
          watchers.add(callback)
          return () => watchers.delete(callback)
        },
      })
      return {
        ...test,
        polls: () => test.video.status.mock.calls.length,
        hide() {
          shown = false
        },
        show({ silently = false } = {}) {
          shown = true
          if (!silently) for (const watcher of watchers) watcher()
        },
      }
    },
  }
}
