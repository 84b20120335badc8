import { masked, maskText } from './mask.ts'

const lengthMax = 300
const emailAddress = /[^\s<>()[\],;:"'=@]+@[\p{L}\p{N}.-]+/gu

/** An error as operators see it: its beginning, without credentials and email addresses. */
export function shownError(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const shown = maskText(line).replaceAll(emailAddress, masked)
  return shown.length > lengthMax ? `${shown.slice(0, lengthMax)}…` : shown
}
