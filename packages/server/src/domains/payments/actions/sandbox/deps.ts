import type { Clock } from '../../../../platform/clock.ts'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { UnitOfWorkFactory } from '../../../../platform/unit-of-work.ts'

/** How the sandbox sends events. A real processor is late at times, and repeats itself. */
export interface SandboxBehavior {
  /** How many events it sends about what it has just answered. */
  readonly callsAfterAnswer: number
  /** How many events it sends about later changes. */
  readonly callsLater: number
  readonly delaySeconds: number
  /** Whether a refund stays pending until its event is processed. */
  readonly isRefundSlow: boolean
}

export const defaultBehavior: SandboxBehavior = {
  callsAfterAnswer: 0,
  callsLater: 1,
  delaySeconds: 0,
  isRefundSlow: false,
}

export interface SandboxDeps {
  readonly uowFactory: UnitOfWorkFactory
  readonly clock: Clock
  readonly keyring: Keyring
  readonly behavior: SandboxBehavior
}
