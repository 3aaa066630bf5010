import { type ToggleEvent, useState } from 'react'

/**
 * Returns when a popover opened (an event's `timeStamp`), and null while it is closed. Use it as the key of the content: if
 * the popover closes and opens at once, the browser sends one event, from open to open. Without the key, the content
 * would stay, and would not take the focus again.
 */
export function useOpening() {
  const [opening, setOpening] = useState<number | null>(null)
  const onToggle = ({ newState, timeStamp }: ToggleEvent) => setOpening(newState === 'open' ? timeStamp : null)
  return { opening, onToggle }
}
