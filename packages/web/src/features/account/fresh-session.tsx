import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { Refused } from '../../lib/request.ts'
import { sessionQuery } from '../../lib/session.ts'
import { AskAgain } from './ask-again.tsx'
import type { Delicate } from './delicate.ts'

interface FreshSession {
  /** Does it, or asks first. What else goes wrong is thrown in words. */
  run: (delicate: Delicate) => Promise<void>
  /** To be rendered where it is used. */
  dialog: ReactNode
}

/**
 * Asks people who they are once more, where their session is too old for what they want, and then
 * goes on with it. Who comes back from a provider comes back to `returnPath`.
 */
export function useFreshSession(returnPath: string): FreshSession {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Delicate | null>(null)
  const run = async (delicate: Delicate) => {
    try {
      await delicate.act()
    } catch (error) {
      if (!isStale(error)) throw new Error(failureWords(error, delicate.words), { cause: error })
      const session = client.getQueryData(sessionQuery.queryKey)?.session
      const isForeign = typeof session?.impersonatedBy === 'string'
      if (isForeign) throw new Error('Only they themselves can do this.', { cause: error })
      setWaiting(delicate)
    }
  }
  const dialog = waiting && (
    <AskAgain delicate={waiting} returnPath={returnPath} onClose={() => setWaiting(null)} />
  )
  return { run, dialog }
}

function isStale(error: unknown): boolean {
  return error instanceof Refused && staleCodes.includes(error.code)
}

const staleCodes = [
  'SESSION_IS_NOT_FRESH',
  'SessionIsNotFresh',
  'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
]
