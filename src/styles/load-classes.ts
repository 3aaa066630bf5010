/** Loads the style sheet of all classes. Rejects if it doesn't arrive; the next call tries again. */
export async function loadClasses(): Promise<void> {
  await import('./all-classes')
  // The build's own loader asks for a sheet once, and takes it for loaded after that.
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(hasFailed).map(loadAgain))
}

/** Returns whether the sheet didn't arrive. Its rules can't be read then, or it has none. */
function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`${link.href} did not arrive`))
    link.replaceWith(again)
  })
}
