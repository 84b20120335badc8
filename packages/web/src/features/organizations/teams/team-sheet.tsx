import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { Member, Team } from '#/features/organizations/organization-queries.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Sheet } from '#/ui/sheet.tsx'
import { AddToTeam } from './add-to-team.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamMessages } from './team-messages.ts'
import { teamMembersQuery } from './team-queries.ts'

interface TeamSheetProps {
  team: Team
  onClose: () => void
}

/** The members of a team, next to the list of teams. */
export function TeamSheet({ team, onClose }: TeamSheetProps) {
  const { id, role } = useOrganization()
  const { data: members, error } = useQuery(teamMembersQuery(id, team.id))
  const mayChange = mayIn(role, 'member', 'update')
  return (
    <Sheet
      open
      title={<span className="wrap-anywhere">{team.name}</span>}
      description={
        mayChange ? 'A member can be in one team.' : 'Owners and admins manage team members.'
      }
      onOpenChange={onClose}
    >
      <div className="grid gap-5">
        {mayChange && <AddToTeam team={team} members={members ?? noMembers} />}
        <TeamMembers
          team={team}
          members={members ?? null}
          failure={error && failureMessage(error, teamMessages)}
          mayChange={mayChange}
        />
      </div>
    </Sheet>
  )
}

const noMembers: readonly Member[] = []
