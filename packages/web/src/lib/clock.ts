/** Real time to the millisecond, for what happens rather than what is shown. */
export const readClock = (): Date => new Date()
