import type { Messages } from '#/lib/failure-message.ts'

/** Runs an action that may need a fresh session. */
export interface SensitiveAction {
  /** The label of the button that continues with it, a verb. */
  label: string
  act: () => Promise<void>
  messages?: Messages
}
