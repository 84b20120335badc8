import { createCustomer } from '../../domains/customers/index.ts'
import { isServerEmpty } from '../../domains/organizations/index.ts'
import { randomBase62 } from '../../platform/crypto/base62.ts'
import { createCatalog } from './create-catalog.ts'
import { createDemoContext, type DemoDeps } from './demo-context.ts'
import { demoCustomers } from './demo-customers.ts'
import { owner, seller } from './sample-data.ts'

/** How to sign in. The password is shown once. */
export interface DemoOwner {
  readonly organization: string
  readonly email: string
  readonly password: string
}

const passwordLength = 16

/**
 * Fills an empty server with an organization that has been selling for months, by the domains' own
 * actions at times in the past. Null where the server isn't empty: then nothing changes.
 */
export async function fillDemo(deps: DemoDeps): Promise<DemoOwner | null> {
  if (!(await isServerEmpty(deps.uowFactory.database.kysely))) return null
  const password = randomBase62(passwordLength)
  const context = await createDemoContext(deps, password)
  if (context === null) return null
  await createCatalog(context)
  const { organizationId } = context
  for (const { daysAgo, input } of demoCustomers()) {
    await context.at(daysAgo, (uow) => createCustomer(uow, { ...input, organizationId }))
  }
  return { organization: seller.name, email: owner.email, password }
}
