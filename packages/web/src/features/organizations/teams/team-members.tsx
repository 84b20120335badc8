import { removeTeamMember } from '@guildhall/contract/organizations/teams'
import { type RefObject, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { failureWords } from '../../../lib/failure-words.ts'
import { roleWords } from '../../../lib/roles.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Entries, Entry } from '../../../ui/entries.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { memberName } from '../members/member-name.ts'
import type { Member, Team } from '../organization-queries.ts'
import { teamWords } from './team-words.ts'

interface TeamMembersProps {
  team: Team
  /** Null while they are on their way. */
  members: readonly Member[] | null
  failure: string | null
  /** Whether who is looking may take them out. */
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
          empty="Nobody is in this team. Everybody in the organization can be."
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
              action={mayChange && <TakeOut team={team} member={member} next={title} />}
            >
              <span>{roleWords(member.role)}</span>
              <span className="break-all">{member.user.email}</span>
            </Entry>
          ))}
        </Entries>
      </div>
    </section>
  )
}

interface TakeOutProps {
  team: Team
  member: Member
  /** Where the focus goes when the button goes with its member. */
  next: RefObject<HTMLElement | null>
}

/** At once and without a question: who is taken out is soon put in again. */
function TakeOut({ team, member, next }: TakeOutProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const change = useChange()
  const toast = useToast()
  const name = memberName(member)
  const takeOut = async () => {
    setBusy(true)
    try {
      const { organizationId, userId } = member
      const body = { organizationId, userId, teamId: team.id }
      await change(async () => {
        await api.call(removeTeamMember, { body })
        // As long as the button is there: when it goes with the focus, the sheet takes it, twice.
        if (document.activeElement === button.current) next.current?.focus()
      })
      toast({ title: `${name} is no longer in ${team.name}` })
    } catch (error) {
      setBusy(false)
      const description = failureWords(error, teamWords)
      toast({ tone: 'bad', title: `${name} can’t be taken out`, description })
    }
  }
  return (
    <Button ref={button} size="s" loading={isBusy} onClick={takeOut}>
      Take out<span className="sr-only"> {name}</span>
    </Button>
  )
}
