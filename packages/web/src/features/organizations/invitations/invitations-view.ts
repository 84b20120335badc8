import { readPage, readText, type SearchParameters } from '#/lib/search-parameters.ts'

export const invitationsPerPage = 25

/** The state of the invitation list in the URL; omitted values are defaults. */
export interface InvitationsView {
  /** Defaults to open invitations. */
  show?: 'past'
  q?: string
  /** Counted from 1. */
  page?: number
}

/** Parses the URL and ignores invalid values. */
export function readInvitationsView(search: SearchParameters): InvitationsView {
  const q = readText(search['q'])
  const page = readPage(search['page'])
  return {
    ...(search['show'] === 'past' && { show: 'past' as const }),
    ...(q && { q }),
    ...(page && { page }),
  }
}
