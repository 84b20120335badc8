import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type FreshSession,
  isStale,
  type RunSensitive,
  type SensitiveAction,
} from '#/entities/account/sensitive-action.ts'
import { sessionQuery } from '#/entities/account/session.ts'
import { Explained, failureMessage } from '#/lib/failure-message.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

/**
 * Asks users to confirm their identity if the session is too old for an action, then continues with
 * it. A provider returns them to `returnPath`.
 */
export function useFreshSession(returnPath: string): FreshSession {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<SensitiveAction | null>(null)
  const run: RunSensitive = async (action) => {
    try {
      await action.act()
    } catch (error) {
      if (!isStale(error))
        throw new Explained(failureMessage(error, action.messages), { cause: error })
      const session = client.getQueryData(sessionQuery.queryKey)?.session
      const isForeign = typeof session?.impersonatedBy === 'string'
      if (isForeign) throw new Explained('Only the account holder can do this.', { cause: error })
      setWaiting(action)
    }
  }
  const dialog = waiting && (
    <ConfirmIdentity action={waiting} returnPath={returnPath} onClose={() => setWaiting(null)} />
  )
  return { run, dialog }
}
