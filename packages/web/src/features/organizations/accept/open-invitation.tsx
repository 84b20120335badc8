import { rejectInvitation } from '@guildhall/contract/organizations/invitations'
import { useNavigate } from '@tanstack/react-router'
import { roleNames, rolesIn } from '#/entities/organization/roles.ts'
import { roleHints } from '#/features/organizations/members/role-hints.ts'
import { api } from '#/lib/api.ts'
import { Refused } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Time } from '#/ui/time.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { ViewedInvitation } from './invitation-query.ts'
import { useAcceptance } from './use-acceptance.ts'

interface OpenInvitationProps {
  invitation: ViewedInvitation
  /** Refetches the invitation, because it has changed. */
  onStale: () => Promise<void>
}

/** The inviter, the role and the expiry, with buttons to accept or decline. */
export function OpenInvitation({ invitation, onStale }: OpenInvitationProps) {
  const { inviterEmail, role, teamId, expiresAt } = invitation
  const { isBusy, failure, accept } = useAcceptance(invitation, onStale)
  return (
    <Card>
      <div className="grid gap-4">
        <Facts
          facts={[
            { label: 'Invited by', value: <span className="wrap-anywhere">{inviterEmail}</span> },
            {
              label: rolesIn(role).length > 1 ? 'Your roles' : 'Your role',
              value: <Roles role={role} />,
            },
            ...(teamId === null ? [] : [{ label: 'Team', value: 'You will be added to a team.' }]),
            { label: 'Expires', value: <Time at={expiresAt} /> },
          ]}
        />
        {failure && <Banner tone="bad">{failure}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" loading={isBusy} onClick={accept}>
            Accept
          </Button>
          <Decline invitation={invitation} onStale={onStale} />
        </div>
      </div>
    </Card>
  )
}

function Roles({ role }: { role: string }) {
  return (
    <ul className="grid gap-1.5">
      {rolesIn(role).map((one) => (
        <li key={one}>
          <span className="block">{roleNames[one]}</span>
          <span className="block text-xs text-ink-3">{roleHints[one]}</span>
        </li>
      ))}
    </ul>
  )
}

function Decline({ invitation, onStale }: OpenInvitationProps) {
  const { key, organizationName, inviterEmail } = invitation
  const navigate = useNavigate()
  const toast = useToast()
  const decline = async () => {
    try {
      await api.call(rejectInvitation, { body: { invitationId: key } })
    } catch (error) {
      if (error instanceof Refused) await onStale()
      throw error
    }
    await navigate({ to: '/dashboard' })
    toast({ title: `You have declined the invitation to ${organizationName}` })
  }
  return (
    <ConfirmDialog
      destructive
      trigger={<Button>Decline…</Button>}
      title={`Decline the invitation to ${organizationName}?`}
      effects={[
        'The link no longer works.',
        `To join later, ask ${inviterEmail} for a new invitation.`,
      ]}
      confirm="Decline"
      onConfirm={decline}
    />
  )
}
