import type { Member } from '../organization-queries.ts'

/** What every dialog about a member is given; it's open as long as it's rendered. */
export interface MemberDialogProps {
  member: Member
  /** Whether it's the one who is looking. */
  isSelf: boolean
  /** Says what has changed, and closes. */
  onDone: (news: string) => void
  onClose: () => void
}
