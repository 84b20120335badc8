import type { Invitation } from './invitation.ts'

export const InvitationHint = ({ invitation }: { invitation: Invitation }) => (
  <>
    The invitation to <bdi className="wrap-anywhere">{invitation.organizationName}</bdi> was sent to
    this address.
  </>
)
