import type { KeyboardEvent } from 'react'

/** Moves the focus in a menu: by the arrow keys, Home, End, or the first letter of an item. */
export function moveMenuFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = findNext(event.key, items, at)
  if (!next || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  next.focus()
}

function findNext(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      // Space activates the item.
      if (key.length > 1 || key === ' ') return undefined
      return [...items.slice(at + 1), ...items].find(({ textContent }) =>
        textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
      )
  }
}
