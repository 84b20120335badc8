import type { PaymentParts } from '../../src/domains/payments/index.ts'
import { partsOf, type Shop } from './shop.ts'
import { deathAt } from './tampering.ts'

/**
 * Lets a process of its own do something, which dies before a statement, or has luck and comes to
 * its end. Whatever it says on its way out nobody hears.
 */
export async function dying(
  shop: Shop,
  statement: number,
  task: (parts: PaymentParts) => Promise<unknown>,
): Promise<void> {
  const death = deathAt(statement, shop.tamper)
  try {
    await task(partsOf(shop, death.tamper))
  } catch (error) {
    if (!death.hasCome()) throw error
  }
}
