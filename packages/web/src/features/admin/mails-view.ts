import { type MailState, mailStates } from '@guildhall/contract/maintenance/mails'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'

/** The filters of the mail log in the URL; omitted filters match all. */
export interface MailsView {
  state?: MailState
  /** A whole address. */
  recipient?: string
}

const address = /^[^\s@]{1,64}@[^\s@]{1,255}$/

/** Parses the URL and ignores invalid values. */
export function readMailsView(search: SearchParameters): MailsView {
  const state = mailStates.find((one) => one === search['state'])
  const recipient = readText(search['recipient'])
  return {
    ...(state && { state }),
    ...(recipient && address.test(recipient) && { recipient }),
  }
}
