/** The time for which a file is kept for the browser, in milliseconds. It may ask where to save before it reads the file. */
const FILE_KEPT_MS = 60_000

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT_MS)
}
