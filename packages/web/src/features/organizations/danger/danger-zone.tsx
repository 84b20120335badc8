import { Link } from '@tanstack/react-router'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { DeleteCard } from './delete-card.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useDangerFacts } from './use-danger-facts.ts'

export function DangerZone({ run }: { run: RunSensitive }) {
  const { contents, isOnlyOwner } = useDangerFacts()
  return (
    <div className="grid max-w-170 gap-4">
      <LeaveCard isOnlyOwner={isOnlyOwner} />
      <DeleteCard contents={contents} run={run} />
    </div>
  )
}

interface LeaveCardProps {
  isOnlyOwner: boolean
}

function LeaveCard({ isOnlyOwner }: LeaveCardProps) {
  return (
    <Card title="Leave" description="You lose access. The organization stays as it is.">
      {isOnlyOwner ? <OnlyOwner /> : <LeaveDialog trigger={<Button>Leave…</Button>} />}
    </Card>
  )
}

function OnlyOwner() {
  const { slug } = useOrganization()
  return (
    <p className="text-s text-ink-2">
      You are the only owner, and every organization needs one.{' '}
      <Link
        to="/dashboard/$slug/settings/members"
        params={{ slug }}
        className="rounded-xs font-medium text-accent underline-offset-3 hover:underline"
      >
        Make another member an owner
      </Link>{' '}
      before you leave.
    </p>
  )
}
