import type { MailBlock } from '../../../platform/mail/blocks.ts'
import { instantWords } from '../../../platform/mail/format-instant.ts'

/** The content of a mail. The sender decides who receives it. */
export interface Message {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

/** When and from where something happened, so that the reader can tell whether they did it. */
export interface Circumstances {
  readonly at: Date
  /** The network address. The user agent is left out, because a stranger could write into it. */
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

/** A duration in the largest unit that expresses it exactly. */
export function durationWords(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds % unit === 0) ?? [1, 'second']
  const count = seconds / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

export const worksOnce = (lifetimeSeconds: number): string =>
  `The link works once, within ${durationWords(lifetimeSeconds)}.`

/** For links that act only in the browser of the signed-in user. */
export const openSignedIn = (lifetimeSeconds: number): string =>
  `Open the link in the browser you are signed in with. ${worksOnce(lifetimeSeconds)}`

export const strangerSignedIn =
  'If you did not request this, someone else may be signed in to your account: do not open ' +
  'the link, change your password, and sign out all other sessions.'
