/** Loads the style sheet of all classes. Rejects if it doesn't arrive; the next call tries again. */
export async function loadClasses(): Promise<void> {
  await import('./all-classes')
  // The build's own loader asks for a sheet once, and takes it for loaded after that.
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet)
  await Promise.all(failed.map(loadAgain))
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`${link.href} did not arrive`))
    link.replaceWith(again)
  })
}
