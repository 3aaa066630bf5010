// Makes file names from titles that Windows, macOS, and Linux accept, in any script.

/** The maximum size of a name in bytes of UTF-8, without its number and extension. File systems allow 255 in all. */
const MAX_BYTES = 120
/** Characters that Windows refuses, control characters, halves of characters, and marks that reverse the text. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
/** Windows reserves these names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i

/**
 * Returns a file name for a title, with a number if another file already has the name.
 * @param taken the names of the other files in lower case, to which the name is added
 */
export function nameFile(title: string, extension: string, taken: Set<string>): string {
  const stem = cleanName(title)
  let name = `${stem}.${extension}`
  for (let number = 2; taken.has(fold(name)); number += 1) name = `${stem} ${number}.${extension}`
  taken.add(fold(name))
  return name
}

/** Returns the name without upper case, because Windows and macOS don't distinguish it. */
const fold = (name: string) => name.toLowerCase()

function cleanName(title: string): string {
  const text = title.normalize('NFC').replace(REFUSED, ' ').replace(/\s+/g, ' ')
  // Windows removes dots and spaces at the end. A dot at the start hides the file.
  const stem = cutBytes(text.replace(/^[. ]+/, '')).replace(/[. ]+$/, '')
  if (stem === '') return 'Video'
  return RESERVED.test(stem) ? `_${stem}` : stem
}

/** Returns the start of a text without cutting a character, such as an emoji of several code points. */
function cutBytes(text: string): string {
  const encoder = new TextEncoder()
  let cut = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += encoder.encode(segment).byteLength
    if (bytes > MAX_BYTES) break
    cut += segment
  }
  return cut
}
