import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import type { Member } from '#/features/organizations/organization-queries.ts'

/** The props of every dialog about a member; open while rendered. */
export interface MemberDialogProps {
  member: Member
  /** Whether it is the current user. */
  isSelf: boolean
  run: RunSensitive
  /** Shows a toast, and closes. */
  onDone: (message: string) => void
  onClose: () => void
}
