import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Poster } from '../../../platform/http-client/post-outside.ts'
import type { Completions } from '../rules/body.ts'

/** What delivering takes; put together in `app/`. */
export interface DeliveryParts {
  readonly database: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Logger
  readonly poster: Poster
  readonly completions: Completions
  /** The doorbell of the dispatcher, rung when there is something to tell the members. */
  readonly wake: () => void
}
