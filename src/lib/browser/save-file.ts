/**
 * The time until the object URL is revoked, in milliseconds. The browser may show a save dialog before it reads the
 * file.
 */
const FILE_LIFETIME_MS = 60_000

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), FILE_LIFETIME_MS)
}
