import type { ResponseOf } from '@guildhall/contract/operation'
import { getInvitation, readInvitationLink } from '@guildhall/contract/organizations/invitations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#/lib/api.ts'
import { Refused } from '#/lib/request.ts'

export interface ViewedInvitation extends ResponseOf<typeof getInvitation> {
  /** As in the link, with the secret of a mailed one. */
  key: string
}

/** The state of an invitation for the signed-in user. */
export type InvitationView =
  | { at: 'open'; invitation: ViewedInvitation }
  /** It was sent to another address. */
  | { at: 'another' }
  /** The address must be verified first. */
  | { at: 'unverified' }
  /** The inviter is no longer a member. */
  | { at: 'orphan' }
  /** Answered, canceled, replaced, expired or unknown; the server does not reveal which. */
  | { at: 'gone' }

export const viewQuery = (userId: string, asked: string) =>
  queryOptions({
    queryKey: ['invitation', userId, asked],
    queryFn: async ({ signal }): Promise<InvitationView> => {
      try {
        const invitation = await api.call(getInvitation, { query: { id: asked }, signal })
        return { at: 'open', invitation: { ...invitation, key: asked } }
      } catch (error) {
        const view = error instanceof Refused ? views[error.code] : undefined
        if (view === undefined) throw error
        return view
      }
    },
    staleTime: 0,
  })

const views: Readonly<Partial<Record<string, InvitationView>>> = {
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: { at: 'another' },
  EMAIL_NOT_VERIFIED: { at: 'unverified' },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: { at: 'orphan' },
  INVITATION_NOT_FOUND: { at: 'gone' },
}

export type InvitationLink = ResponseOf<typeof readInvitationLink>

/** What a mailed link shows before anyone has signed in; null for one without its secret. */
export const linkQuery = (asked: string) =>
  queryOptions({
    queryKey: ['invitation-link', asked],
    queryFn: async ({ signal }): Promise<InvitationLink | null> => {
      try {
        return await api.call(readInvitationLink, { query: { id: asked }, signal })
      } catch (error) {
        if (error instanceof Refused) return null
        throw error
      }
    },
    staleTime: 0,
  })
