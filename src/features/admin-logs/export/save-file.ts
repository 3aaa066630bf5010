/** Long enough for a browser that asks where to save; the memory is given back after. */
const FILE_KEPT_MS = 60_000

/** Offers a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT_MS)
}
