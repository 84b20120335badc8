import { discountId } from '@guildhall/contract/catalog/discount-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'
import { lockDiscount, saveDiscount } from './discounts.ts'

const db = testDatabase()
const server = testServer(db)

test('a discount that was redeemed since it was read is not saved', async () => {
  const acme = await createOrganization(server.current)
  const created = await newDiscount(await newBackend(server.current, acme, ['discounts:write']))
  const key = { organizationId: organizationId.parse(acme.id), id: discountId.parse(created.id) }
  const now = new Date(0)
  await db.database.kysely.transaction().execute(async (tx) => {
    const row = await lockDiscount(tx, key)
    assert(row !== undefined, 'the discount was just created')
    const stale = { ...row, redemptionsCount: 1 }
    expect(await saveDiscount(tx, stale, { basisPoints: 1 }, now)).toBeUndefined()
    expect(await saveDiscount(tx, row, { basisPoints: 1 }, now)).toMatchObject({ version: 2 })
  })
})
