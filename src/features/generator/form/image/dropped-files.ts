import type { PointerPosition } from '../../inputs/advanced-snapshot'
import type { Form } from '../../inputs/form-store'

/** Handles dropped or pasted files and shows the tab that has the image. `point`: the drop position. */
export function acceptDrop(form: Form, { items, files }: DataTransfer, point: PointerPosition | null = null): void {
  // Read the items now, because the browser empties them after the event.
  const isFolder = [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)
  const [file, second] = files
  form.change({ mode: 'image' })
  if (file && !isFolder && form.advanced.get()?.acceptFiles([...files], point)) return
  if (second) form.intake.refuse('several')
  else if (isFolder) form.intake.refuse('folder')
  else if (file) void form.intake.take(file)
  else form.intake.refuse('notAFile')
}

export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}
