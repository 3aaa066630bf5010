import { MIN_IMAGE_SIDE_PX } from '@contract/media/image'
import { describeAnimatedImage, IMAGE_CUT, IMAGE_TOO_LONG } from '@contract/sentences'

/** The largest file in bytes. Cameras write 10 to 30 MB, and files are reduced before they are sent. */
export const MAX_FILE_BYTES = 40 * 1024 * 1024
/** The largest image in megapixels. Decoded, it needs 280 MB, which phones have. Sensors have up to 64 megapixels. */
export const MAX_MEGAPIXELS = 70
/** The longest side that is sent, in pixels. It is just above 1920, the longest side of the largest video. */
export const MAX_SENT_SIDE_PX = 2048

const STILLS = 'JPEG, PNG, WebP, or HEIC image'

export const IMAGE_FAULTS = {
  several: 'Drop one image at a time.',
  folder: "That's a folder. Drop a single image instead.",
  notAFile: "That wasn't an image file. Save the image to your device and drop it here, or copy and paste it.",
  notAnImage: `This file isn't an image. Choose a ${STILLS}.`,
  empty: 'This file is empty. Choose another one.',
  otherFormat: `This image format isn't supported. Choose a ${STILLS}.`,
  drawing: "SVG files aren't supported. Export the file as a PNG and choose that.",
  moving: describeAnimatedImage(STILLS),
  heic: "This browser can't open HEIC photos. On your iPhone, go to Settings > Camera > Formats > Most Compatible, or export the photo as a JPEG.",
  tooBig: `This file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Choose a smaller one.`,
  tooManyPixels: `This image has more than ${MAX_MEGAPIXELS} megapixels. Choose a smaller one.`,
  incomplete: IMAGE_CUT,
  /** Use this only if a decoder rejected the file, or if every decoder would. */
  broken: "We couldn't open this image. It may be damaged. Choose another one.",
  tooSmall: `This image is too small. Both sides need at least ${MIN_IMAGE_SIDE_PX} pixels.`,
  badRatio: IMAGE_TOO_LONG,
  unreadable: "We couldn't read this file. If it's in a cloud folder, download it first, then choose it again.",
  gone: 'We can no longer read your image. Please choose it again.',
  /** Use these when the cause is unknown. The file may be fine. */
  unprepared: "We couldn't prepare this image. Save a smaller copy as a JPEG, and choose that.",
  scrambled:
    "This browser's protection against tracking scrambles images. Turn it off for this site, or use another browser.",
  tooSlow: 'This image took too long to open. Choose a smaller one.',
  notLoaded: "We couldn't load the image tools. Check your connection, then choose the image again.",
  outdated: 'This page was updated. Reload it, and choose the image again. Everything you typed is kept.',
} as const

export type ImageFault = keyof typeof IMAGE_FAULTS

/** An error of an image. The message is for the user. */
export class ImageError extends Error {
  override readonly name = 'ImageError'
  readonly fault: ImageFault

  constructor(fault: ImageFault, options?: ErrorOptions) {
    super(IMAGE_FAULTS[fault], options)
    this.fault = fault
  }
}
