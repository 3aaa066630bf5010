/** The video, with its facts at its right or below. */
export const columnsClass =
  'grid grid-cols-1 gap-x-[clamp(2rem,4vw,4rem)] gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,22rem)]'

/** The video's image in the page's file, and the video in the player. */
export const pictureClass =
  'mx-auto max-h-[calc(100dvh-9rem)] w-full rounded-xl border border-hairline bg-ink object-contain'
