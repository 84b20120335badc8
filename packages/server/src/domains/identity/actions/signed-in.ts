import type { SessionRow } from '../store/sessions.ts'
import type { UserRow } from '../store/users.ts'

/** Who is signed in, as of this request. */
export interface SignedIn {
  readonly session: SessionRow
  readonly user: UserRow
  /** The session's token, as the wire shows it. */
  readonly token: string
}
