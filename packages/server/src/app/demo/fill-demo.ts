import { createCustomer } from '../../domains/customers/index.ts'
import { isServerEmpty } from '../../domains/organizations/index.ts'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import { owner, seller } from './goods.ts'
import { demoCustomers } from './people.ts'
import { type DemoParts, setStage } from './stage.ts'
import { makeStock } from './stock.ts'

/** How to get in. The password is said here and nowhere else. */
export interface DemoOwner {
  readonly organization: string
  readonly email: string
  readonly password: string
}

const passwordLength = 16

/**
 * Fills a server that nobody has used with an organization that has been selling for months. All of
 * it is done by the domains' own actions, at times that lie back. Null where the server isn't
 * empty, which changes nothing.
 */
export async function fillDemo(parts: DemoParts): Promise<DemoOwner | null> {
  if (!(await isServerEmpty(parts.workshop.database.kysely))) return null
  const password = randomBase62(passwordLength)
  const stage = await setStage(parts, password)
  if (stage === null) return null
  await makeStock(stage)
  const { organizationId } = stage
  for (const { daysAgo, wish } of demoCustomers()) {
    await stage.at(daysAgo, (unit) => createCustomer(unit, { ...wish, organizationId }))
  }
  return { organization: seller.name, email: owner.email, password }
}
