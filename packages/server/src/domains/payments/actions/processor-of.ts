import type { Processor, Unavailable } from '../rules/processor.ts'
import type { PaymentParts } from './parts.ts'

const notSetUp: Unavailable = { unavailable: 'this processor is not set up any more' }

/** A payment or a method: what began with a processor stays with it. */
interface AskedAbout {
  readonly processor: string
  readonly id: string
}

/**
 * Asks the processor with which the payment began, whoever takes payments by now. That it is of no
 * use is nobody's fault here, but whoever runs this should know why.
 */
export async function askProcessor<T>(
  { processors, log }: Pick<PaymentParts, 'processors' | 'log'>,
  { processor: name, id }: AskedAbout,
  ask: (processor: Processor) => Promise<T | Unavailable>,
): Promise<T | Unavailable> {
  const processor = name === 'stripe' ? processors.stripe : processors.sandbox
  const heard = processor === null ? notSetUp : await ask(processor)
  if (isUnavailable(heard)) {
    const { unavailable: reason } = heard
    log.warn({ processor: name, id, reason }, 'a payment processor is of no use')
  }
  return heard
}

export const isUnavailable = (heard: unknown): heard is Unavailable =>
  typeof heard === 'object' && heard !== null && 'unavailable' in heard
