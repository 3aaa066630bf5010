/** Returns the files in an uncompressed ZIP file, read from the directory at its end. */
export function zipEntries(file: Buffer): { name: string; content: Buffer }[] {
  const ENTRY = 'PK\x01\x02'
  const entries = []
  for (let at = file.indexOf(ENTRY, 0, 'latin1'); at >= 0; at = file.indexOf(ENTRY, at + ENTRY.length, 'latin1')) {
    const name = file.subarray(at + 46, at + 46 + file.readUInt16LE(at + 28)).toString()
    const start = file.readUInt32LE(at + 42)
    const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    entries.push({ name, content: file.subarray(from, from + file.readUInt32LE(at + 24)) })
  }
  return entries
}
