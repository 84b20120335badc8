import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { MemberEntry } from '#/features/organizations/member-entry.tsx'
import type { Member } from '#/features/organizations/organization-queries.ts'
import { Card } from '#/ui/card.tsx'
import { Entries } from '#/ui/entries.tsx'

interface PeopleCardProps {
  /** The earliest members. */
  faces: readonly Member[]
  /** The current user. */
  ownId: string
}

export function PeopleCard({ faces, ownId }: PeopleCardProps) {
  const { slug } = useOrganization()
  const all = (
    <Link
      to="/dashboard/$slug/settings/members"
      params={{ slug }}
      className="rounded-xs text-s font-medium text-accent underline-offset-3 hover:underline"
    >
      All members
    </Link>
  )
  return (
    <Card flush title="People" actions={all}>
      <Entries count={faces.length} empty="No members yet.">
        {faces.map((member) => (
          <MemberEntry key={member.id} member={member} isSelf={member.userId === ownId} />
        ))}
      </Entries>
    </Card>
  )
}
