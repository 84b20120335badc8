import { removeTeamMember } from '@guildhall/contract/organizations/teams'
import { type RefObject, useRef, useState } from 'react'
import { roleText } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { memberName } from '#/features/organizations/members/member-name.ts'
import type { Member, Team } from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Button } from '#/ui/button.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { useToast } from '#/ui/toast.tsx'
import { teamMessages } from './team-messages.ts'

interface TeamMembersProps {
  team: Team
  /** Null while loading. */
  members: readonly Member[] | null
  failure: string | null
  /** Whether the user can remove members. */
  mayChange: boolean
}

export function TeamMembers({ team, members, failure, mayChange }: TeamMembersProps) {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-label="Members" className="grid gap-2">
      <h3 ref={title} tabIndex={-1} className="text-s font-medium outline-none">
        Members <span className="figures text-ink-3">{members?.length}</span>
      </h3>
      <div className="rounded-l border">
        <Entries
          count={members?.length ?? null}
          failure={failure}
          empty="This team has no members yet."
        >
          {members?.map((member) => (
            <Entry
              key={member.id}
              icon={
                <Avatar
                  key={member.user.image}
                  name={memberName(member)}
                  src={member.user.image}
                  size="m"
                />
              }
              title={<span className="min-w-0 wrap-anywhere">{memberName(member)}</span>}
              action={mayChange && <RemoveFromTeam team={team} member={member} next={title} />}
            >
              <span>{roleText(member.role)}</span>
              <EmailText>{member.user.email}</EmailText>
            </Entry>
          ))}
        </Entries>
      </div>
    </section>
  )
}

interface RemoveFromTeamProps {
  team: Team
  member: Member
  /** Receives the focus when the button disappears with its member. */
  next: RefObject<HTMLElement | null>
}

/** Without confirmation, because it is easily undone. */
function RemoveFromTeam({ team, member, next }: RemoveFromTeamProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const toast = useToast()
  const name = memberName(member)
  const remove = async () => {
    setBusy(true)
    try {
      const { organizationId, userId } = member
      const body = { organizationId, userId, teamId: team.id }
      await change(async () => {
        await api.call(removeTeamMember, { body })
        // Before the button disappears: otherwise the sheet would move the focus too.
        if (document.activeElement === button.current) next.current?.focus()
      })
      toast({ title: `${name} removed from ${team.name}` })
    } catch (error) {
      setBusy(false)
      const description = failureMessage(error, teamMessages)
      toast({ tone: 'bad', title: `${name} can’t be removed`, description })
    }
  }
  return (
    <Button ref={button} size="s" loading={isBusy} onClick={remove}>
      Remove<span className="sr-only"> {name}</span>
    </Button>
  )
}
