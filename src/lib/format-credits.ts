const format = new Intl.NumberFormat('en-US')

/** 2480 as '2,480'. */
export function formatCredits(credits: number): string {
  return format.format(credits)
}
