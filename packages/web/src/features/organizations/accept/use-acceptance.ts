import { acceptInvitation } from '@guildhall/contract/organizations/invitations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '#/entities/account/session.ts'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Refused } from '#/lib/request.ts'
import { useToast } from '#/ui/toast.tsx'
import type { ViewedInvitation } from './invitation-query.ts'

/** Accepts, and navigates to the organization. */
export function useAcceptance(invitation: ViewedInvitation, onStale: () => Promise<void>) {
  const { key, organizationName, organizationSlug: slug } = invitation
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const accept = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await api.call(acceptInvitation, { body: { invitationId: key } })
    } catch (error) {
      if (error instanceof Refused) await onStale()
      setBusy(false)
      setFailure(failureMessage(error, messagesFor(invitation)))
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

function messagesFor({ organizationName, inviterEmail }: ViewedInvitation): Messages {
  return {
    INVITER_IS_NO_LONGER_ALLOWED_TO_INVITE_WITH_THIS_ROLE:
      `${inviterEmail} may no longer give you this role. Ask an owner of ${organizationName} ` +
      'for a new invitation.',
    ORGANIZATION_MEMBERSHIP_LIMIT_REACHED:
      `${organizationName} has reached its member limit. Ask ${inviterEmail} to make ` +
      'room, then accept.',
    TEAM_MEMBER_LIMIT_REACHED:
      `The team you were invited to is full. Ask ${inviterEmail} for an invitation ` +
      'without it.',
  }
}
