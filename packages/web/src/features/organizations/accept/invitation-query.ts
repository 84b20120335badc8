import type { AnswerOf } from '@guildhall/contract/endpoint'
import { getInvitation } from '@guildhall/contract/organizations/invitations'
import { id } from '@guildhall/contract/primitives'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { Refused } from '../../../lib/request.ts'

export type SeenInvitation = AnswerOf<typeof getInvitation>

/** What an invitation is to whoever is signed in. */
export type Look =
  | { at: 'open'; invitation: SeenInvitation }
  /** It's for another address. */
  | { at: 'another' }
  /** The address has to be proved first. */
  | { at: 'unverified' }
  /** Whoever invited is no member any more. */
  | { at: 'orphan' }
  /** Answered, canceled, replaced, over, or never there: nobody is told which. */
  | { at: 'gone' }

const invitationId = id('invitation')

export const lookQuery = (userId: string, asked: string) =>
  queryOptions({
    queryKey: ['invitation', userId, asked],
    queryFn: async ({ signal }): Promise<Look> => {
      const { data } = invitationId.safeParse(asked)
      if (data === undefined) return { at: 'gone' }
      try {
        const invitation = await api.call(getInvitation, { query: { id: data }, signal })
        return { at: 'open', invitation }
      } catch (error) {
        const look = error instanceof Refused ? looks[error.code] : undefined
        if (look === undefined) throw error
        return look
      }
    },
    staleTime: 0,
  })

const looks: Readonly<Partial<Record<string, Look>>> = {
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: { at: 'another' },
  EMAIL_NOT_VERIFIED: { at: 'unverified' },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: { at: 'orphan' },
  INVITATION_NOT_FOUND: { at: 'gone' },
}
