import { roleText } from '#/entities/organization/roles.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Badge } from '#/ui/badge.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Entry } from '#/ui/entries.tsx'
import type { Member } from './organization-queries.ts'

interface MemberEntryProps {
  member: Member
  /** Whether it is the current user. */
  isSelf: boolean
}

export function MemberEntry({ member: { user, role }, isSelf }: MemberEntryProps) {
  const { name, email, image } = user
  return (
    <Entry
      icon={<Avatar key={image} name={name || email} src={image} size="m" />}
      title={<span className="min-w-0 break-words">{name || email}</span>}
      badge={isSelf && <Badge>you</Badge>}
    >
      <span>{roleText(role)}</span>
      <EmailText>{email}</EmailText>
    </Entry>
  )
}
