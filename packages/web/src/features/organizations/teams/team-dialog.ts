import type { Team } from '#/features/organizations/organization-queries.ts'

/** The props of every dialog about a team; open while rendered. */
export interface TeamDialogProps {
  team: Team
  /** The number of members; null while unknown. */
  members: number | null
  /** Shows a toast, and closes. */
  onDone: (message: string) => void
  onClose: () => void
}
