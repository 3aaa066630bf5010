/** Asks the user for a file to write to. Some browsers have no such dialog. */
type PickFile = (options: {
  suggestedName: string
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>

/** Opens the browser's save dialog, in answer to a click alone. Returns null if there is none. */
export async function pickFile(suggestedName: string) {
  const pick = (window as { showSaveFilePicker?: PickFile }).showSaveFilePicker
  return pick ? pick.call(window, { suggestedName }) : null
}

/** Returns whether the user ended it: with the signal, or in the browser's dialog. */
export function isCanceled(cause: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (cause instanceof DOMException && cause.name === 'AbortError')
}
