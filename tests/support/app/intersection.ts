/** Replaces IntersectionObserver, because jsdom has no layout. Tests decide what is visible. */
const observers = new Set<FakeObserver>()

class FakeObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin: string
  readonly scrollMargin = ''
  readonly thresholds: readonly number[]
  private readonly callback: IntersectionObserverCallback
  private readonly targets = new Set<Element>()

  constructor(
    callback: IntersectionObserverCallback,
    { threshold = 0, rootMargin = '0px' }: IntersectionObserverInit = {},
  ) {
    this.callback = callback
    this.thresholds = [threshold].flat()
    this.rootMargin = rootMargin
    observers.add(this)
  }

  observe(target: Element) {
    this.targets.add(target)
  }

  unobserve(target: Element) {
    this.targets.delete(target)
  }

  disconnect() {
    this.targets.clear()
    observers.delete(this)
  }

  takeRecords() {
    return []
  }

  watches(target: Element) {
    return this.targets.has(target)
  }

  tell(target: Element, ratio: number) {
    if (!this.targets.has(target)) return
    const isIntersecting = ratio > 0 && ratio >= Math.min(...this.thresholds)
    this.callback([{ target, isIntersecting, intersectionRatio: ratio } as IntersectionObserverEntry], this)
  }
}

export function installIntersectionObserver() {
  observers.clear()
  window.IntersectionObserver = FakeObserver
}

/** Returns the margins of the observers that watch this element. */
export function getMargins(element: Element): string[] {
  return [...observers].filter((observer) => observer.watches(element)).map(({ rootMargin }) => rootMargin)
}

/** Reports this share of the element, 0 to 1, as visible. Call it inside `act`. */
export function showInWindow(element: Element, ratio: number) {
  for (const observer of [...observers]) observer.tell(element, ratio)
}
