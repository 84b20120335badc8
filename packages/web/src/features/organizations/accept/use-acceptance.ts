import { acceptInvitation } from '@guildhall/contract/organizations/invitations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords, type Words } from '../../../lib/failure-words.ts'
import { organizationsQuery } from '../../../lib/own-organizations.ts'
import { Refused } from '../../../lib/request.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { useToast } from '../../../ui/toast.tsx'
import type { SeenInvitation } from './invitation-query.ts'

/** Joins, and leads into the organization. */
export function useAcceptance(invitation: SeenInvitation, onStale: () => Promise<void>) {
  const { id, organizationName, organizationSlug: slug } = invitation
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const accept = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await api.call(acceptInvitation, { body: { invitationId: id } })
    } catch (error) {
      if (error instanceof Refused) await onStale()
      setBusy(false)
      setFailure(failureWords(error, wordsFor(invitation)))
      return
    }
    await Promise.all([
      queryClient.invalidateQueries({ ...organizationsQuery, refetchType: 'all' }),
      queryClient.invalidateQueries(sessionQuery),
    ])
    await navigate({ to: '/dashboard/$slug', params: { slug } })
    toast({ title: `Welcome to ${organizationName}` })
  }
  return { isBusy, failure, accept }
}

function wordsFor({ organizationName, inviterEmail }: SeenInvitation): Words {
  return {
    ORGANIZATION_MEMBERSHIP_LIMIT_REACHED:
      `${organizationName} has as many members as it can have. Ask ${inviterEmail} to make ` +
      'room, then accept.',
    TEAM_MEMBER_LIMIT_REACHED:
      `The team that you are invited into is full. Ask ${inviterEmail} for an invitation ` +
      'without it.',
  }
}
