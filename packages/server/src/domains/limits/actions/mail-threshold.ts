import type { Id } from '@guildhall/contract/primitives'
import { formatDate } from '../../../kernel/date-text.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findProducts } from '../../catalog/store/products.ts'
import { findMeters } from '../../metering/store/meters.ts'
import { mailCustomer } from '../../subscriptions/actions/notify-customer.ts'
import { findSubscriptionOfCustomer } from '../../subscriptions/store/customer-subscriptions.ts'
import { type ThresholdMail, thresholdReachedMessage } from '../messages/threshold-reached.ts'
import { findLimit, type UsageLimitRow } from '../store/usage-limits.ts'
import type { LimitDeps } from './deps.ts'

interface Reached {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly limitId: Id<'usageLimit'>
  readonly threshold: number
  readonly used: number
  readonly periodEnd: Date | null
}

/** Nothing for a limit that was deleted meanwhile. */
export async function mailThreshold(
  uow: UnitOfWork,
  deps: LimitDeps,
  { limitId, threshold, used, periodEnd, ...of }: Reached,
): Promise<void> {
  const limit = await findLimit(uow.tx, of, limitId)
  const named = limit === undefined ? null : await nameLimit(uow, limit, used)
  if (limit === undefined || named === null) return
  const returnsOn = periodEnd === null ? null : formatDate(periodEnd)
  const { isHard } = limit
  await mailCustomer(uow, deps, of, (context) =>
    thresholdReachedMessage({ ...context, ...named, threshold, isHard, returnsOn }),
  )
}

/** Null if the customer no longer has what it limits. */
async function nameLimit(
  { tx }: UnitOfWork,
  limit: UsageLimitRow,
  used: number,
): Promise<Pick<ThresholdMail, 'what' | 'used' | 'limit'> | null> {
  const { organizationId, customerId, meterId, subscriptionId, units, amount } = limit
  if (meterId !== null) {
    const [meter] = await findMeters(tx, organizationId, [meterId])
    return meter === undefined
      ? null
      : { what: meter.name, used: unitsText(used), limit: unitsText(Number(units)) }
  }
  if (subscriptionId === null || amount === null) return null
  const key = { organizationId, customerId, checkoutId: null }
  const subscription = await findSubscriptionOfCustomer(tx, key, subscriptionId)
  if (subscription === undefined) return null
  const [product] = await findProducts(tx, organizationId, [subscription.productId])
  const { currency } = subscription
  return {
    what: product?.name ?? '',
    used: moneyText({ amount: minorUnits(used), currency }),
    limit: moneyText({ amount, currency }),
  }
}

const unitsText = (units: number): string =>
  `${units.toLocaleString('en-US', { maximumFractionDigits: 2 })} units`
