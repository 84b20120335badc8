import type { SessionRow } from '../store/sessions/sessions.ts'
import type { UserRow } from '../store/users/users.ts'

/** The signed-in user and their session, as of this request. */
export interface SignedIn {
  readonly session: SessionRow
  readonly user: UserRow
  /** The session's token, as the API returns it. */
  readonly token: string
}
