import { passwordFault, usernameFault } from './refusal-messages.ts'
import { Refused, Unreachable } from './request.ts'

/** The messages of a page by refusal code. */
export type Messages = Readonly<Partial<Record<string, string>>>

/** An error with a message that people can read, where the refusal alone would not explain it. */
export class Explained extends Error {}

/** The message for an error. */
export function failureMessage(error: unknown, own: Messages = {}): string {
  if (error instanceof Explained) return error.message
  if (error instanceof Unreachable) {
    return 'The server can’t be reached. Check your connection and try again.'
  }
  if (!(error instanceof Refused)) {
    reportError(error)
    return 'Something went wrong on this page. Reload it and try again.'
  }
  if (error.status === 429) return waitText(error.retryAfterSeconds)
  const known = own[error.code] ?? passwordFault(error.code) ?? usernameFault(error.code)
  if (known !== undefined && known !== null) return known
  if (error.status === 503) return 'The server is busy. Try again in a moment.'
  if (error.status >= 500) return 'Something went wrong on our side. Please try again.'
  return asSentence(error.message)
}

function waitText(seconds: number | null): string {
  if (seconds === null) return 'Too many attempts. Wait a moment, then try again.'
  return `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
}

export function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
