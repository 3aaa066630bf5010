import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Form } from '../../inputs/form-store'
import { acceptDrop, hasFiles } from './dropped-files'

/**
 * Milliseconds without a report after which a drag counts as ended. Browsers report one at least every third of a second, but not
 * always its end.
 */
const DRAG_ENDED_MS = 900

/** `near`: over the page; `over`: over the card. */
export type Drag = 'none' | 'near' | 'over'

/** Reads dropped images. Beside the card a drop does nothing, because the browser would open the file in place of this page. */
export function useImageDrop(form: Form, card: RefObject<HTMLElement | null>): Drag {
  const [drag, setDrag] = useState<Drag>('none')

  const onDrop = useEffectEvent((event: DragEvent) => {
    setDrag('none')
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    if (!contains(card.current, event.target)) return
    form.change({ mode: 'image' })
    acceptDrop(form, event.dataTransfer, event)
  })

  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    const isOver = contains(card.current, event.target)
    event.dataTransfer.dropEffect = isOver ? 'copy' : 'none'
    setDrag(isOver ? 'over' : 'near')
  })

  useEffect(() => {
    let ended: ReturnType<typeof setTimeout> | undefined
    const end = () => setDrag('none')
    const handleDragOver = (event: DragEvent) => {
      clearTimeout(ended)
      ended = setTimeout(end, DRAG_ENDED_MS)
      onDragOver(event)
    }
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) end()
    }
    const drop = (event: DragEvent) => {
      clearTimeout(ended)
      onDrop(event)
    }
    window.addEventListener('dragover', handleDragOver)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      clearTimeout(ended)
      window.removeEventListener('dragover', handleDragOver)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  return drag
}

function contains(card: HTMLElement | null, target: EventTarget | null): boolean {
  return target instanceof Node && (card?.contains(target) ?? false)
}
