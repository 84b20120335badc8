import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { migrateBefore, migrateFully } from '../../../test/migrated.ts'
import { runOn } from '../../../test/sql.ts'
import { newId } from '../ids.ts'

const db = testDatabase()
const organization = newId('organization')

interface Bought {
  readonly typed: string
  readonly isVerified?: true
  /** The checkout found the customer instead of creating them. */
  readonly isFound?: true
}

/** A customer whose checkout named an external id. */
async function customerWith(email: string, { typed, isVerified, isFound }: Bought): Promise<void> {
  const [customer, checkout, product] = [newId('customer'), newId('checkout'), newId('product')]
  await runOn(
    db.ownerUrl,
    `insert into customer (organization_id, id, email, email_verified, external_id, created_at)
     values ('${organization}', '${customer}', '${email}', ${isVerified === true}, '${email}', now());
     insert into checkout (organization_id, id, secret_hash, secret_key_id, status, product_id,
       product_price_id, currency, amount, discount_amount, allow_discount_codes,
       require_billing_address, is_business_customer, is_customer_given, customer_id,
       created_customer_id, customer_external_id, customer_email, created_at, expires_at)
     values ('${organization}', '${checkout}', '${checkout}', '00000000', 'succeeded', '${product}',
       '${product}', 'usd', 0, 0, true, false, false, false, '${customer}',
       ${isFound ? 'null' : `'${customer}'`}, '${email}', '${typed}', now(), now())`,
  )
}

test('an address that was typed with a new external id is claimed by nobody', async () => {
  await migrateBefore(db.ownerUrl, '_claimed_addresses.sql')
  await customerWith('typed@a.test', { typed: 'Typed@a.test' })
  await customerWith('proved@a.test', { typed: 'proved@a.test', isVerified: true })
  await customerWith('given@a.test', { typed: 'typed-once@a.test' })
  await customerWith('found@a.test', { typed: 'found@a.test', isFound: true })
  await migrateFully(db.ownerUrl)
  const rows = await runOn<{ email: string }>(
    db.ownerUrl,
    'select email from customer where not is_email_claimed',
  )
  expect(rows).toEqual([{ email: 'typed@a.test' }])
})
