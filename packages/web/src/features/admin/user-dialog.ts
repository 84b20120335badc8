import type { User } from './admin-queries.ts'

/** What every dialog about a user is given; it's open as long as it's rendered. */
export interface UserDialogProps {
  user: User
  /** The operator's own account. */
  isOwn: boolean
  /** Shows what has changed, says so, and closes. */
  onDone: (news: string) => Promise<void>
  onClose: () => void
}
