import { passwordFault, usernameFault } from './refusal-words.ts'
import { Refused, Unreachable } from './request.ts'

/** Sentences of one page for codes of refusals. */
export type Words = Readonly<Partial<Record<string, string>>>

/** What went wrong, for whoever has to do something about it. */
export function failureWords(error: unknown, own: Words = {}): string {
  if (error instanceof Unreachable) {
    return 'The server can’t be reached. Check your connection and try again.'
  }
  if (!(error instanceof Refused)) {
    reportError(error)
    return 'Something went wrong on this page. Reload it and try again.'
  }
  if (error.status === 429) return waitWords(error.retryAfterSeconds)
  const known = own[error.code] ?? passwordFault(error.code) ?? usernameFault(error.code)
  if (known !== undefined && known !== null) return known
  if (error.status === 503) return 'The server is busy. Try again in a moment.'
  if (error.status >= 500) return 'Something went wrong on our side. Please try again.'
  return asSentence(error.message)
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'Too many tries. Wait a moment, then try again.'
  return `Too many tries. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
}

export function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
