import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { Refused } from '#/lib/request.ts'
import { updateCheckout } from './checkout-api.ts'
import { changeOf, type Draft, draftOf, isField, type Wire } from './draft.ts'
import { faultsOf } from './faults.ts'
import { createSaver, type Saver } from './saver.ts'
import type { Faults } from './validation.ts'
import type { Checkout } from './wire.ts'

interface FormOptions {
  secret: string
  checkout: Checkout
  onCheckout: (checkout: Checkout) => void
  /** The checkout can’t be changed anymore: it was paid in another tab, or has expired. */
  onGone: () => void
}

export interface CheckoutForm {
  draft: Draft
  faults: Faults
  isBusy: boolean
  saver: Saver
  /** The latest values, for code that resumes after waiting. */
  now: RefObject<{ checkout: Checkout; draft: Draft }>
  setFaults: (faults: Faults) => void
  edit: (change: Partial<Draft>, mode?: 'typed' | 'chosen') => void
  /** Sends a change outside the draft: a product, a code. */
  say: (change: Wire) => Promise<void>
  fail: (error: unknown) => void
}

/** The state of the form, and its synchronization with the server. */
export function useCheckoutForm({ secret, checkout, ...on }: FormOptions): CheckoutForm {
  const [draft, setDraft] = useState(() => draftOf(checkout))
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const now = useRef({ checkout, draft })
  useEffect(() => {
    now.current = { checkout, draft }
  })
  const callbacks = useRef(on)
  useEffect(() => {
    callbacks.current = on
  })

  const { saver, fail } = useMemo(() => {
    const fail = (error: unknown) => {
      if (isSecondSubscription(error)) return setFaults(subscribedAlready)
      if (isGone(error)) return callbacks.current.onGone()
      const found = error instanceof Refused && error.status === 422 ? faultsOf(error) : null
      setFaults((before) => ({ ...before, ...(found ?? { whole: failureMessage(error) }) }))
    }
    const take = (answer: Checkout) => {
      // Another product comes with the server’s amount.
      const isOther = answer.productId !== now.current.checkout.productId
      if (isOther) setDraft((before) => ({ ...before, amount: draftOf(answer).amount }))
      // Who waits for this answer resumes before it is rendered.
      now.current = { ...now.current, checkout: answer }
      callbacks.current.onCheckout(answer)
    }
    const send = (change: Wire) => updateCheckout(secret, change)
    // oxlint-disable-next-line react/refs -- it calls back later, never while rendering
    const saver = createSaver({ send, onAnswer: take, onFailure: fail, onBusy: setBusy })
    return { saver, fail }
  }, [secret])

  function edit(change: Partial<Draft>, mode: 'typed' | 'chosen' = 'typed') {
    const changed = { ...draft, ...change }
    setDraft(changed)
    const fields = fieldsIn(change)
    setFaults((before) => without(before, change))
    const said = changeOf(changed, fields)
    if (mode === 'typed') saver.later(said)
    else void saver.now(said)
  }

  function say(change: Wire): Promise<void> {
    setFaults((before) => kept(before, (name) => !resolvableFields.has(name)))
    return saver.now(change)
  }

  return { draft, faults, isBusy, saver, now, setFaults, edit, say, fail }
}

/** Replaces all other errors. */
const subscribedAlready: Faults = { subscribed: 'already' }

const isSecondSubscription = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'AlreadyActiveSubscriptionError'

const gone = [403, 404, 410]

const isGone = (error: unknown): boolean => error instanceof Refused && gone.includes(error.status)

const fieldsIn = (change: Partial<Draft>): (keyof Draft)[] =>
  Object.keys(change).filter((name) => isField(name))

/** Errors that another product or code may resolve. */
const resolvableFields: ReadonlySet<string> = new Set(['whole', 'discount', 'subscribed'])

/** Removes the errors of changed fields, and those of the form. */
function without(faults: Faults, change: Partial<Draft>): Faults {
  const isMended = (name: string) =>
    name in change ||
    ('answers' in change && name.startsWith('answers.')) ||
    ('email' in change && name === 'subscribed')
  return kept(faults, (name) => name !== 'whole' && !isMended(name))
}

const kept = (faults: Faults, isKept: (name: string) => boolean): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => isKept(name)))
