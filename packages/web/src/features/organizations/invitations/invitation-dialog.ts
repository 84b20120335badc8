import type { Invitation } from '../organization-queries.ts'

/** What every dialog about an invitation is given; it's open as long as it's rendered. */
export interface InvitationDialogProps {
  invitation: Invitation
  /** Says what has changed, and closes. */
  onDone: (news: string) => void
  onClose: () => void
}
