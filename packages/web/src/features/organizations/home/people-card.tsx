import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { Card } from '../../../ui/card.tsx'
import { Entries } from '../../../ui/entries.tsx'
import { MemberEntry } from '../member-entry.tsx'
import type { Member } from '../organization-queries.ts'

interface PeopleCardProps {
  /** Those who were there first. */
  faces: readonly Member[]
  /** Who is looking. */
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
      <Entries count={faces.length} empty="Nobody is here.">
        {faces.map((member) => (
          <MemberEntry key={member.id} member={member} isSelf={member.userId === ownId} />
        ))}
      </Entries>
    </Card>
  )
}
