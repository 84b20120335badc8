import { isUnavailable } from '../../payments/actions/call-processor.ts'
import type { Processor } from '../../payments/rules/processor.ts'

export interface StripeAccess {
  readonly stripe: Processor
  readonly pause: (milliseconds: number) => Promise<void>
}

interface Unavailable {
  readonly unavailable: string
}

/** Stripe limits how many requests it answers in a second. */
const pausesMilliseconds = [1_000, 2_000, 4_000, 8_000, 16_000]

/** Asks again after a while where Stripe is unavailable or has been asked too often. */
export async function askStripe<T>(
  { stripe, pause }: StripeAccess,
  ask: (stripe: Processor) => Promise<T | Unavailable>,
): Promise<T> {
  let answer = await ask(stripe)
  for (const milliseconds of pausesMilliseconds) {
    if (!isUnavailable(answer)) return answer
    await pause(milliseconds)
    answer = await ask(stripe)
  }
  if (isUnavailable(answer)) throw new StripeUnavailable(answer.unavailable)
  return answer
}

export class StripeUnavailable extends Error {}
