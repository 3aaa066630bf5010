// The tab's title: the page's own, and before it what a job has to say, on whichever page.
let own: string | null = null
let note: string | null = null

/** Sets the page's own title. Answers what puts back the one before. */
export function setPageTitle(title: string): () => void {
  const before = note === null || own === null ? document.title : own
  own = title
  write()
  return () => {
    own = before
    write()
  }
}

/** What stands before the page's title; null for nothing. */
export function setTitleNote(next: string | null): void {
  own ??= document.title
  note = next
  write()
}

function write() {
  document.title = note === null ? (own ?? '') : `${note} · ${own}`
}
