import { cardText } from '@guildhall/contract/payments/card-text'
import type { Id } from '@guildhall/contract/primitives'
import { formatDate } from '../../../kernel/date-text.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { cardExpiringMessage } from '../messages/card-expiring.ts'
import { productText } from '../messages/mail-blocks.ts'
import {
  cardNoticeKey,
  type ExpiringCard,
  expiringCardsMax,
  listExpiringCards,
} from '../store/expiring-cards.ts'
import { recordNotice } from '../store/notices.ts'
import type { SubscriptionDeps } from './deps.ts'
import { mailCustomer } from './notify-customer.ts'

type Deps = Pick<SubscriptionDeps, 'uowFactory' | 'config' | 'keyring'>

/**
 * Mails customers whose card expires before its next charge, once for each card. In one
 * organization, or in all that run in real time.
 */
export async function notifyExpiringCards(
  deps: Deps,
  organizationId: Id<'organization'> | null,
): Promise<void> {
  const scope = organizationId === null ? {} : { organizationId }
  for (;;) {
    const cards = await runUnitOfWork(deps.uowFactory, scope, ({ tx, now }) =>
      listExpiringCards(tx, { now, organizationId }),
    )
    for (const card of cards) await notify(deps, card)
    if (cards.length < expiringCardsMax) return
  }
}

async function notify(deps: Deps, card: ExpiringCard): Promise<void> {
  const { organizationId, subscriptionId, paymentMethodId } = card
  await runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const notice = { organizationId, subscriptionId, noticeKey: cardNoticeKey(paymentMethodId) }
    if (!(await recordNotice(uow.tx, notice, uow.now))) return
    await mailCustomer(uow, deps, card, (context) =>
      cardExpiringMessage({
        ...context,
        product: productText(card),
        card: cardText(card),
        expiry: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
        renewsOn: formatDate(card.periodEnd),
      }),
    )
  })
}
