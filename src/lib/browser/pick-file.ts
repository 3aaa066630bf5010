/** Shows a save dialog. Not all browsers have this function. */
type PickFile = (options: {
  suggestedName: string
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>

/**
 * Opens the browser's save dialog. Call it first in a click handler, because browsers allow it only shortly after the
 * click. Returns null in browsers without this dialog.
 */
export async function pickFile(suggestedName: string) {
  const pick = (window as { showSaveFilePicker?: PickFile }).showSaveFilePicker
  return pick ? pick.call(window, { suggestedName }) : null
}

/** Returns whether the user canceled, by the signal or in the browser's dialog. */
export function isCanceled(cause: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (cause instanceof DOMException && cause.name === 'AbortError')
}
