import type { User } from './admin-queries.ts'

/** The props of every dialog about a user; open while rendered. */
export interface UserDialogProps {
  user: User
  /** The operator's own account. */
  isOwn: boolean
  /** Refetches, shows a toast, and closes. */
  onDone: (message: string) => Promise<void>
  onClose: () => void
}
