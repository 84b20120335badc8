import type { PaymentParts } from '../actions/parts.ts'
import { forgetNews } from '../store/processor-news.ts'

export const forgetNewsTask = 'payments.forgetNews'

/** Processors repeat themselves for days, not for weeks. */
const keptMilliseconds = 30 * 86_400_000

export const forgetOldNews =
  ({ workshop, clock }: Pick<PaymentParts, 'workshop' | 'clock'>) =>
  (): Promise<void> =>
    forgetNews(workshop.database.kysely, new Date(clock.now().getTime() - keptMilliseconds))
