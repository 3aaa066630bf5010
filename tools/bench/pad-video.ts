/**
 * Returns the video padded to `size` bytes, with its tables at the end. Many providers write files in this order, and
 * the delivery's check must find the tables.
 */
export function padVideo(whole: Buffer, size: number): Buffer {
  const at = whole.indexOf('moov') - 4
  const moov = Buffer.from(whole.subarray(at, at + whole.readUInt32BE(at)))
  const rest = Buffer.from(whole)
  rest.write('free', at + 4)
  const padding = Buffer.alloc(size - whole.length - moov.length)
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4)
  return Buffer.concat([rest, padding, moov])
}
