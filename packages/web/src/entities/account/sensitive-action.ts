import type { ReactNode } from 'react'
import type { Messages } from '#/lib/failure-message.ts'

/** Runs an action that may need a fresh session. */
export interface SensitiveAction {
  /** The label of the button that continues with it, a verb. */
  label: string
  act: () => Promise<void>
  messages?: Messages
}

/** Runs it, or asks users to confirm their identity first and continues with it then. */
export type RunSensitive = (action: SensitiveAction) => Promise<void>

export interface FreshSession {
  /** Throws other errors with a readable message. */
  run: RunSensitive
  /** Asks for the confirmation. Render it once, inside the dialog that stays open beneath it. */
  dialog: ReactNode
}
