import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns a function that starts to drag a reference. The reference moves to the position of each reference under the
 * pointer.
 */
export function useReorder(onMove: (key: string, to: number) => void): (key: string) => void {
  const [key, setKey] = useState<string | null>(null)

  const follow = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-reference]')
    if (key === null || !item || item.dataset.reference === key) return
    onMove(key, Number(item.dataset.place))
  })

  // Listens on the window, because the dragged element loses the pointer when it moves in the list.
  useEffect(() => {
    if (key === null) return
    const end = () => setKey(null)
    const handleMove = (event: PointerEvent) => follow(event)
    window.addEventListener('pointermove', handleMove)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointermove', handleMove)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [key])

  return setKey
}
