/** The frame around the video and its controls. On phones, it reaches both edges of the screen. */
export const stageClass =
  'overflow-hidden rounded-xl border border-hairline bg-panel max-sm:-mx-gutter max-sm:rounded-none max-sm:border-x-0'

/** The video is as large as the window allows with its controls and its title in sight. */
export const footageClass = 'max-h-[max(50dvh,calc(100dvh-20.5rem))]'
