import type { ReactNode } from 'react'
import type { Messages } from '#/lib/failure-message.ts'
import { Refused } from '#/lib/request.ts'

/** Runs an action that may need a fresh session. */
export interface SensitiveAction {
  /** The label of the button that continues with it, a verb. */
  label: string
  /** The action can’t be undone. */
  destructive?: boolean | undefined
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

/** Whether the server refused because the session is too old for the action. */
export const isStale = (error: unknown): boolean =>
  error instanceof Refused && staleCodes.includes(error.code)

const staleCodes = [
  'SESSION_IS_NOT_FRESH',
  'SessionIsNotFresh',
  'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
]
