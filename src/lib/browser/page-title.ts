let own: string | null = null
let note: string | null = null

/** Returns a function that restores the title before. */
export function setPageTitle(title: string): () => void {
  const before = note === null || own === null ? document.title : own
  own = title
  write()
  return () => {
    own = before
    write()
  }
}

/** Shown before the page's title; null for none. */
export function setTitleNote(next: string | null): void {
  own ??= document.title
  note = next
  write()
}

function write() {
  document.title = note === null ? (own ?? '') : `${note} · ${own}`
}
