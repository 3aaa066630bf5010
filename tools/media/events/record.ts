export const RECORD_SECONDS = 6
/** The turns of the record in one loop, at 33 1/3 turns a minute. */
export const TURNS = (RECORD_SECONDS / 60) * (100 / 3)
