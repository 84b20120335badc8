import type { Id } from '@guildhall/contract/primitives'
import { currency } from '@guildhall/contract/primitives'
import type { TopUp } from '@guildhall/contract/topups/top-up-shapes'
import { moneyText } from '../../../kernel/money-text.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { mailCustomer } from '../../subscriptions/actions/notify-customer.ts'
import { topUpStoppedMessage } from '../messages/top-up-stopped.ts'
import { topUpTurnedOnMessage } from '../messages/top-up-turned-on.ts'
import type { TopUpDeps } from './deps.ts'

interface ToMail
  extends Pick<
    TopUp,
    | 'customerId'
    | 'meterId'
    | 'productId'
    | 'threshold'
    | 'purchasesMax'
    | 'totalAmountMax'
    | 'currency'
    | 'stopReason'
    | 'stopMessage'
  > {
  readonly organizationId: Id<'organization'>
}

/** What the customer has agreed to, or why it has stopped. */
export async function mailTopUp(uow: UnitOfWork, deps: TopUpDeps, topUp: ToMail): Promise<void> {
  const { organizationId, customerId, stopReason, stopMessage, purchasesMax } = topUp
  const [meter] = await findMeters(uow.tx, organizationId, [topUp.meterId])
  const [product] = await findProducts(uow.tx, organizationId, [topUp.productId])
  const named = {
    meter: meter?.name ?? '',
    product: product?.name ?? '',
    price: moneyText({ amount: topUp.totalAmountMax, currency: currency.parse(topUp.currency) }),
    threshold: topUp.threshold.toLocaleString('en-US', { maximumFractionDigits: 2 }),
    purchasesMax,
  }
  await mailCustomer(uow, deps, { organizationId, customerId }, (context) =>
    stopReason === null
      ? topUpTurnedOnMessage({ ...context, ...named })
      : topUpStoppedMessage({ ...context, ...named, reason: stopReason, message: stopMessage }),
  )
}
