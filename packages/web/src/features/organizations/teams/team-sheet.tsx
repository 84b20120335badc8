import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { failureWords } from '../../../lib/failure-words.ts'
import { mayIn } from '../../../lib/roles.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Member, Team } from '../organization-queries.ts'
import { AddToTeam } from './add-to-team.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamMembersQuery } from './team-queries.ts'
import { teamWords } from './team-words.ts'

interface TeamSheetProps {
  team: Team
  onClose: () => void
}

/** Who is in a team, beside the list of teams. */
export function TeamSheet({ team, onClose }: TeamSheetProps) {
  const { id, role } = useOrganization()
  const { data: members, error } = useQuery(teamMembersQuery(id, team.id))
  const mayChange = mayIn(role, 'member', 'update')
  return (
    <Sheet
      open
      title={<span className="wrap-anywhere">{team.name}</span>}
      description={
        mayChange
          ? 'A member is in one team at most.'
          : 'Owners and admins choose who is in this team.'
      }
      onOpenChange={onClose}
    >
      <div className="grid gap-5">
        {mayChange && <AddToTeam team={team} members={members ?? noMembers} />}
        <TeamMembers
          team={team}
          members={members ?? null}
          failure={error && failureWords(error, teamWords)}
          mayChange={mayChange}
        />
      </div>
    </Sheet>
  )
}

const noMembers: readonly Member[] = []
