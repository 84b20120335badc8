import { readPage, readText, type SearchParameters } from '../../../lib/search-parameters.ts'

export const invitationsPerPage = 25

/** What the list of invitations shows, as it stands in the URL; what is left out is the default. */
export interface InvitationsView {
  /** Else those that are open. */
  show?: 'past'
  q?: string
  /** From 1. */
  page?: number
}

/** Takes from an address what it understands, so that no address is an error. */
export function readInvitationsView(search: SearchParameters): InvitationsView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  return {
    ...(search['show'] === 'past' && { show: 'past' as const }),
    ...(q && { q }),
    ...(page && { page }),
  }
}
