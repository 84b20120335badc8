import type { Id } from '@guildhall/contract/primitives'
import { work } from '../../../platform/work.ts'
import { dateWords } from '../../orders/index.ts'
import { cardExpiringMessage } from '../messages/card-expiring.ts'
import { planWords } from '../messages/words.ts'
import { type ExpiringCard, expiringCardsMax, listExpiringCards } from '../store/expiring-cards.ts'
import { markTold } from '../store/told.ts'
import type { SubscriptionParts } from './parts.ts'
import { tell } from './tell-customer.ts'

type Parts = Pick<SubscriptionParts, 'workshop' | 'config' | 'keyring'>

/**
 * Tells customers in time whose card will have expired when it is charged next, each card once. In
 * one organization, or in all that live in real time.
 */
export async function tellExpiringCards(
  parts: Parts,
  organizationId: Id<'organization'> | null,
): Promise<void> {
  const scope = organizationId === null ? {} : { organizationId }
  for (;;) {
    const cards = await work(parts.workshop, scope, ({ tx, now }) =>
      listExpiringCards(tx, { now, organizationId }),
    )
    for (const card of cards) await tellExpiring(parts, card)
    if (cards.length < expiringCardsMax) return
  }
}

async function tellExpiring(parts: Parts, card: ExpiringCard): Promise<void> {
  const { organizationId, subscriptionId, paymentMethodId } = card
  await work(parts.workshop, { organizationId }, async (unit) => {
    const told = { organizationId, subscriptionId, about: `card:${paymentMethodId}` }
    if (!(await markTold(unit.tx, told, unit.now))) return
    await tell(unit, parts, card, (whom) =>
      cardExpiringMessage({
        ...whom,
        plan: planWords(card),
        card: `${brandWords(card.brand)} that ends with ${card.last4}`,
        expiry: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
        renewsOn: dateWords(card.periodEnd),
      }),
    )
  })
}

/** Processors write brands in small letters. */
const brandWords = (brand: string): string => brand.slice(0, 1).toUpperCase() + brand.slice(1)
