import { useState } from 'react'

/** A payment whose payer is present, as the server reports it. */
interface OnSessionState {
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed'
  clientSecret: string | null
  declineMessage: string | null
}

interface Steps<S extends OnSessionState> {
  /** Asks for the state after the bank’s question was answered. */
  confirm: (started: S) => Promise<S>
  onSucceeded: (state: S) => void
  onFailed: (message: string) => void
}

/** Follows a payment through the question of the payer’s bank. */
export function useOnSession<S extends OnSessionState>({
  confirm,
  onSucceeded,
  onFailed,
}: Steps<S>) {
  const [asked, setAsked] = useState<S | null>(null)

  function follow(state: S) {
    if (state.status === 'succeeded') onSucceeded(state)
    if (state.status === 'failed') onFailed(state.declineMessage ?? unpaid)
    if (state.status === 'pending') onFailed(away)
  }

  function begin(state: S) {
    if (state.status === 'requires_action' && state.clientSecret !== null) return setAsked(state)
    follow(state)
  }

  async function carryOn(started: S) {
    const state = await confirm(started).finally(() => setAsked(null))
    // The question could not be shown, or was closed without an answer.
    if (state.status === 'requires_action') return onFailed(unconfirmed)
    follow(state)
  }

  return { asked, begin, carryOn }
}

const unpaid = 'The payment failed. Please try again, or use another card.'
const unconfirmed = 'The payment isn’t confirmed, so nothing is charged. Please try again.'
const away = 'The payment is being processed. Look again in a moment before you try once more.'
