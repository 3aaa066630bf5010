import type { Form } from '../form/form-store'

/** What a drop or a paste brought: takes its picture into the form, or says why there is none. */
export function takeHandedOver(form: Form, { items, files }: DataTransfer): void {
  // Read at once: the browser empties it when the event is over.
  const isFolder = [...items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)
  const [file, second] = files
  if (second) form.intake.refuse('several')
  else if (isFolder) form.intake.refuse('folder')
  else if (file) void form.intake.take(file)
  else form.intake.refuse('notAFile')
}

export function bringsFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') ?? false
}
