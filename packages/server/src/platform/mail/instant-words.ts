/** An instant as mails tell it: their readers live anywhere. */
export const instantWords = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
