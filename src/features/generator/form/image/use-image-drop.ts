import { useEffect, useEffectEvent, useState } from 'react'
import type { Form } from '../../inputs/form-store'
import { acceptDrop, hasFiles } from './dropped-files'

/**
 * The time without a drag event after which a drag counts as ended, in milliseconds. Browsers send one at least every
 * 350 ms, but don't always report the end.
 */
const DRAG_ENDED_MS = 900

/** Accepts images dropped anywhere on the page. Returns whether files are being dragged over the page. */
export function useImageDrop(form: Form): boolean {
  const [isDragging, setIsDragging] = useState(false)

  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsDragging(false)
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    acceptDrop(form, event.dataTransfer, event)
  })

  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsDragging(true)
  })

  useEffect(() => {
    let ended: ReturnType<typeof setTimeout> | undefined
    const end = () => setIsDragging(false)
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

  return isDragging
}
