import type { MailBlock } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/instant-words.ts'

/** What a mail says. Who gets it is decided where it is sent. */
export interface Message {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

/** Under which circumstances something happened, for the one who has to judge whether it was they. */
export interface Circumstances {
  readonly at: Date
  /** The address it came from. What the browser calls itself is left out: anybody may write there. */
  readonly address: string
}

export const circumstanceFacts = ({ at, address }: Circumstances): Record<string, string> => ({
  Time: instantWords(at),
  ...(address === '' ? {} : { 'IP address': address }),
})

const units: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** A lifetime in the largest unit that tells it exactly. */
export function durationWords(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds % unit === 0) ?? [1, 'second']
  const count = seconds / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** The sentence about what a link of a mail is good for. */
export const worksOnce = (lifetimeSeconds: number): string =>
  `The link works once, within ${durationWords(lifetimeSeconds)}.`
