const failed = new Set<HTMLLinkElement>()
let last: Promise<unknown> = Promise.resolve()

/** Notes each sheet that does not arrive. Call it once, before the first one is asked for. */
export function watchSheets(): void {
  const keep = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
  }
  // An element's error doesn't bubble.
  window.addEventListener('error', keep, { capture: true })
}

/** Loads the style sheet of all classes. Rejects if it doesn't arrive; the next call tries again. */
export function loadClasses(): Promise<void> {
  // One call after another, so that the next one waits for a sheet that is asked for again.
  const loading = last.then(load, load)
  last = loading
  return loading
}

async function load(): Promise<void> {
  await import('./all-classes')
  // The build's own loader asks for a sheet once, and takes it for loaded after that.
  await Promise.all([...failed].map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link)
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`${link.href} did not arrive`))
    link.replaceWith(again)
  })
}
