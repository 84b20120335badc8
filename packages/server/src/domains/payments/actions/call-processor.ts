import type { Processor, Unavailable } from '../rules/processor.ts'
import type { PaymentDeps } from './deps.ts'

const notConfigured: Unavailable = { unavailable: 'this processor is not configured any more' }

/** A payment, a set-up or a method: it stays with the processor that it started with. */
interface AtProcessor {
  readonly processor: string
  readonly id: string
}

/** Calls the processor that the payment started with, and logs when it is unavailable. */
export async function callProcessor<T>(
  { processors, log }: Pick<PaymentDeps, 'processors' | 'log'>,
  { processor: name, id }: AtProcessor,
  call: (processor: Processor) => Promise<T | Unavailable>,
): Promise<T | Unavailable> {
  const processor = name === 'stripe' ? processors.stripe : processors.sandbox
  const answer = processor === null ? notConfigured : await call(processor)
  if (isUnavailable(answer)) {
    const { unavailable: reason } = answer
    log.warn({ processor: name, id, reason }, 'a payment processor is unavailable')
  }
  return answer
}

export const isUnavailable = (answer: unknown): answer is Unavailable =>
  typeof answer === 'object' && answer !== null && 'unavailable' in answer
