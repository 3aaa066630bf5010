// What a stop came to: the monitor and the library say it in the same words.
export const STOP_TEXT = {
  tooLate: 'Too late to stop, the video is coming.',
  undecided:
    'The video service has not said yet whether it could stop. We go on asking: if it did, your credits come back; else the video comes.',
  unheard: 'The server could not be asked to stop it. It goes on; you can try again.',
} as const

export function stoppedNote(credits: number): string {
  return `Stopped, ${credits} credits back.`
}
