import type { Team } from '../organization-queries.ts'

/** What every dialog about a team is given; it's open as long as it's rendered. */
export interface TeamDialogProps {
  team: Team
  /** How many are in it; null where nobody counted. */
  members: number | null
  /** Says what has changed, and closes. */
  onDone: (news: string) => void
  onClose: () => void
}
