// Builds boxes of MP4 files.

const XMP_ID = 'be7acfcb97a942e89c71999491e3afac'
const C2PA_ID = 'd8fec3d61b0e483c92975828877ec481'

interface Form {
  /** `64-bit` writes the size into its own field, and `open` extends the box to the end of the file. */
  size?: '64-bit' | 'open'
  /** The ID of a `uuid` box. */
  id?: string
}

export function buildBox(name: string, content: Uint8Array | string, { size, id = '' }: Form = {}): Buffer {
  const rest = Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(content)])
  const header = Buffer.alloc(size === '64-bit' ? 16 : 8)
  const bytes = header.byteLength + rest.byteLength
  header.writeUInt32BE(size === '64-bit' ? 1 : size === 'open' ? 0 : bytes, 0)
  header.write(name, 4)
  if (size === '64-bit') header.writeBigUInt64BE(BigInt(bytes), 8)
  return Buffer.concat([header, rest])
}

export const buildXmp = (text: string, form: Form = {}) => buildBox('uuid', text, { ...form, id: XMP_ID })

export const buildCredentials = (form: Form = {}) => buildBox('uuid', 'signed', { ...form, id: C2PA_ID })

/** Returns XMP that names a source with the IPTC's word. */
export const nameSource = (word: string) =>
  `<rdf:Description Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${word}"/>`
