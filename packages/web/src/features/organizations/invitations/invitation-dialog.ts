import type { FreshSession } from '#/entities/account/sensitive-action.ts'
import type { Invitation } from '#/features/organizations/organization-queries.ts'

/** The props of every dialog about an invitation; open while rendered. */
export interface InvitationDialogProps {
  invitation: Invitation
  freshSession: FreshSession
  /** Shows a toast, and closes. */
  onDone: (message: string) => void
  onClose: () => void
}
