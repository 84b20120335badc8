import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { Refused } from '../../lib/request.ts'
import type { Faults } from './asked.ts'
import { updateCheckout } from './checkout-api.ts'
import { changeOf, type Draft, draftOf, isField, type Wire } from './draft.ts'
import { faultsOf } from './faults.ts'
import { createSaver, type Saver } from './saver.ts'
import type { Checkout } from './wire.ts'

interface FormParts {
  secret: string
  checkout: Checkout
  onCheckout: (checkout: Checkout) => void
  /** It can’t be changed any more: paid in another tab, or too late. */
  onGone: () => void
}

export interface CheckoutForm {
  draft: Draft
  faults: Faults
  isBusy: boolean
  saver: Saver
  /** The newest, for whoever waited. */
  now: RefObject<{ checkout: Checkout; draft: Draft }>
  setFaults: (faults: Faults) => void
  edit: (change: Partial<Draft>, mode?: 'typed' | 'chosen') => void
  /** Says what isn’t part of the draft: a product, a code. */
  say: (change: Wire) => Promise<void>
  fail: (error: unknown) => void
}

/** What stands in the form, and what the server knows of it already. */
export function useCheckoutForm({ secret, checkout, ...on }: FormParts): CheckoutForm {
  const [draft, setDraft] = useState(() => draftOf(checkout))
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const now = useRef({ checkout, draft })
  useEffect(() => {
    now.current = { checkout, draft }
  })
  const heard = useRef(on)
  useEffect(() => {
    heard.current = on
  })

  const { saver, fail } = useMemo(() => {
    const fail = (error: unknown) => {
      if (isSecondSubscription(error)) return setFaults(subscribedAlready)
      if (isGone(error)) return heard.current.onGone()
      const found = error instanceof Refused && error.status === 422 ? faultsOf(error) : null
      setFaults((before) => ({ ...before, ...(found ?? { whole: failureWords(error) }) }))
    }
    const take = (answer: Checkout) => {
      // The amount is the server’s where another product was chosen.
      const isOther = answer.productId !== now.current.checkout.productId
      if (isOther) setDraft((before) => ({ ...before, amount: draftOf(answer).amount }))
      heard.current.onCheckout(answer)
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
    setFaults((before) => kept(before, (name) => !saidAnew.has(name)))
    return saver.now(change)
  }

  return { draft, faults, isBusy, saver, now, setFaults, edit, say, fail }
}

/** Nothing else matters as long as that is so. */
const subscribedAlready: Faults = { subscribed: 'already' }

const isSecondSubscription = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'AlreadyActiveSubscriptionError'

const gone = [403, 404, 410]

const isGone = (error: unknown): boolean => error instanceof Refused && gone.includes(error.status)

const fieldsIn = (change: Partial<Draft>): (keyof Draft)[] =>
  Object.keys(change).filter((name) => isField(name))

/** What may be right where a product or a code is another one. */
const saidAnew: ReadonlySet<string> = new Set(['whole', 'discount', 'subscribed'])

/** What is being mended is no fault any more, nor is what was wrong with the whole. */
function without(faults: Faults, change: Partial<Draft>): Faults {
  const isMended = (name: string) =>
    name in change ||
    ('answers' in change && name.startsWith('answers.')) ||
    ('email' in change && name === 'subscribed')
  return kept(faults, (name) => name !== 'whole' && !isMended(name))
}

const kept = (faults: Faults, isKept: (name: string) => boolean): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => isKept(name)))
