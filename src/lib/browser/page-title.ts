let own: string | null = null
let note: string | null = null

/** Sets the page's title. Returns a function that restores the previous title. */
export function setPageTitle(title: string): () => void {
  const before = note === null || own === null ? document.title : own
  own = title
  write()
  return () => {
    own = before
    write()
  }
}

/** Sets the note before the page's title. Null removes the note. */
export function setTitleNote(next: string | null): void {
  own ??= document.title
  note = next
  write()
}

function write() {
  document.title = note === null ? (own ?? '') : `${note} · ${own}`
}
