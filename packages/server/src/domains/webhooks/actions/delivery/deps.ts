import type { Logger } from 'pino'
import type { Clock } from '../../../../platform/clock.ts'
import type { Config } from '../../../../platform/config/config.ts'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { tenantGuard } from '../../../../platform/http-client/guard.ts'
import { openPoster, type Poster } from '../../../../platform/http-client/post-external.ts'
import type { Completions } from '../../present/body.ts'
import { completionsForEndpoints, type EventCompletions } from '../completions.ts'

export interface DeliveryDeps {
  readonly database: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Logger
  readonly poster: Poster
  readonly completions: Completions
  /** Called when an event was recorded that members must be notified of. */
  readonly wake: () => void
}

interface Foundation extends Omit<DeliveryDeps, 'poster' | 'completions'> {
  readonly completions: EventCompletions
  readonly config: Pick<Config, 'server'>
}

/** The URLs are chosen by tenants, so connections to private addresses are refused. */
export const deliveryDeps = ({
  config,
  database,
  keyring,
  clock,
  log,
  completions,
  wake,
}: Foundation): DeliveryDeps => ({
  database,
  keyring,
  clock,
  log,
  completions: completionsForEndpoints(completions),
  wake,
  poster: openPoster({ guard: tenantGuard(config.server.url), clock }),
})
