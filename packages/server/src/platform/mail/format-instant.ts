/** Formats a time for mails in UTC, because the reader's time zone is unknown. */
export const instantWords = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
