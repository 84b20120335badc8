import type { Clock } from '../../../../platform/clock.ts'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { Workshop } from '../../../../platform/work.ts'

/** How the sandbox calls back. A real processor is late at times, and repeats itself. */
export interface SandboxManners {
  /** How often it calls about what it has just answered itself. */
  readonly callsAfterAnswer: number
  /** How often it calls about what happened later. */
  readonly callsLater: number
  readonly delaySeconds: number
  /** Whether money goes back at once, or by the time of the call only. */
  readonly isRefundSlow: boolean
}

export const quietManners: SandboxManners = {
  callsAfterAnswer: 0,
  callsLater: 1,
  delaySeconds: 0,
  isRefundSlow: false,
}

export interface SandboxParts {
  readonly workshop: Workshop
  readonly clock: Clock
  readonly keyring: Keyring
  readonly manners: SandboxManners
}
