// The mark in an MP4 file that says what made it: XMP with the IPTC's digital source type, in a box of its own at the end. Nothing
// before it moves, so offsets hold and the file needn't be encoded again. Imports nothing: API, browser, and stand-in write it.
export const XMP_BOX = 'be7acfcb97a942e89c71999491e3afac'
export const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'

export interface AiProvenance {
  /** The IPTC's word: by AI, by AI in parts, or by a program without AI. */
  sourceType: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia' | 'algorithmicMedia'
  /** The name of the model, or of the program. */
  tool: string
  /** Null leaves the date out. */
  createdAt: Date | null
}

/** Returns the box to append. It has no prompt and nothing of a user. Throws RangeError for an invalid date. */
export function createMark({ sourceType, tool, createdAt }: AiProvenance) {
  const name = escapeText(tool)
  const date = createdAt ? `\n    xmp:CreateDate="${createdAt.toISOString().slice(0, 19)}Z"` : ''
  const system = sourceType === 'algorithmicMedia' ? '' : `\n    Iptc4xmpExt:AISystemUsed="${name}"`
  const xmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmp:CreatorTool="${name}"${date}${system}
    Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPES}${sourceType}"/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
  return wrapInBox(new TextEncoder().encode(xmp))
}

const BOX_HEADER_BYTES = 24

function wrapInBox(xmp: Uint8Array) {
  const box = new Uint8Array(BOX_HEADER_BYTES + xmp.byteLength)
  new DataView(box.buffer).setUint32(0, box.byteLength)
  box.set(new TextEncoder().encode('uuid'), 4)
  for (let at = 0; at < 16; at += 1) box[8 + at] = Number.parseInt(XMP_BOX.slice(at * 2, at * 2 + 2), 16)
  box.set(xmp, BOX_HEADER_BYTES)
  return box
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no form of control characters and lone halves of characters. */
function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
}
