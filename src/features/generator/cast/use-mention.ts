import { type RefObject, useEffect, useRef, useState } from 'react'
import { findMention } from './mention'

/**
 * Returns the text that the user types after an `@`, or null. Escape and an inserted name end this for the same `@`.
 * @param field the prompt
 */
export function useMention(field: RefObject<HTMLTextAreaElement | null>) {
  const [query, setQuery] = useState<string | null>(null)
  /** The position of the `@` whose list was closed. */
  const closedAt = useRef<number | null>(null)

  useEffect(() => {
    const { current: area } = field
    if (!area) return
    const find = () => (area.selectionStart === area.selectionEnd ? findMention(area.value, area.selectionEnd) : null)

    function update() {
      const mention = find()
      if (mention?.at !== closedAt.current) closedAt.current = null
      setQuery(mention && closedAt.current === null ? mention.query : null)
    }
    /** Closes the list when the caret leaves the name. Only typing opens it. */
    const follow = () => setQuery((open) => (open === null ? null : (find()?.query ?? null)))

    // The code may have loaded after the `@` was typed.
    if (document.activeElement === area) update()
    area.addEventListener('input', update)
    document.addEventListener('selectionchange', follow)
    return () => {
      area.removeEventListener('input', update)
      document.removeEventListener('selectionchange', follow)
    }
  }, [field])

  return {
    query,
    close() {
      const { current: area } = field
      closedAt.current = area && (findMention(area.value, area.selectionEnd)?.at ?? null)
      setQuery(null)
    },
  }
}
