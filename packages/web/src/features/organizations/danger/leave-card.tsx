import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

interface LeaveCardProps {
  isOnlyOwner: boolean
}

export function LeaveCard({ isOnlyOwner }: LeaveCardProps) {
  return (
    <Card title="Leave" description="Stop being a member. The organization goes on without you.">
      {isOnlyOwner ? <OnlyOwner /> : <LeaveDialog trigger={<Button>Leave…</Button>} />}
    </Card>
  )
}

function OnlyOwner() {
  const { slug } = useOrganization()
  return (
    <p className="text-s text-ink-2">
      You are the only owner, and an organization always has one.{' '}
      <Link
        to="/dashboard/$slug/settings/members"
        params={{ slug }}
        className="rounded-xs font-medium text-accent underline-offset-3 hover:underline"
      >
        Make somebody else an owner
      </Link>{' '}
      first, then you can leave.
    </p>
  )
}
