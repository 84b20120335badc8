import type { BodyOf } from '@guildhall/contract/operation'
import type { setPortalTopUp } from '@guildhall/contract/portal/top-ups'
import { decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentTopUp } from '../present/top-ups.ts'
import { saveTopUp, type TopUpRow } from '../store/top-ups.ts'
import { methodOf, type Quote } from './quote.ts'
import { subjectOf } from './stop-top-up.ts'

interface Consent {
  readonly input: BodyOf<typeof setPortalTopUp>
  /** What the customer was shown. */
  readonly quote: Quote
}

/** For callers that have locked the customer. */
export async function turnOnTopUp(
  uow: UnitOfWork,
  { input, quote: { customer, product, currency, totalAmount } }: Consent,
): Promise<TopUpRow> {
  if ((await methodOf(uow.tx, customer)) === null) {
    throw new Problem('credit_payment_method_missing')
  }
  const { organizationId, id: customerId } = customer
  const saved = await saveTopUp(uow.tx, {
    organizationId,
    id: uow.newId('topUp'),
    customerId,
    meterId: input.meterId,
    productId: product.id,
    threshold: formatDecimal(decimal(input.threshold)),
    purchasesMax: input.purchasesMax,
    totalAmountMax: totalAmount,
    currency,
    consentedAt: uow.now,
    stopReason: null,
    stopMessage: null,
    stoppedAt: null,
    version: 1,
    createdAt: uow.now,
    modifiedAt: null,
  })
  uow.noteDue(organizationId, 'topups.buy_due_credits')
  uow.record(eventOf('top_up.turned_on', subjectOf(saved), presentTopUp(saved)))
  return saved
}
