import { discountId } from '@guildhall/contract/catalog/discount-shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { found } from '../../../../test/founding.ts'
import { newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { assert } from '../../../kernel/assert.ts'
import { lockDiscount, saveDiscount } from './discounts.ts'

const db = testDatabase()
const server = testServer(db)

test('what was decided for other redemptions is not saved', async () => {
  const acme = await found(server.current)
  const made = await newDiscount(await newBackend(server.current, acme, ['discounts:write']))
  const key = { organizationId: organizationId.parse(acme.id), id: discountId.parse(made.id) }
  const now = new Date(0)
  await db.database.kysely.transaction().execute(async (tx) => {
    const seen = await lockDiscount(tx, key)
    assert(seen !== undefined, 'it was made just now')
    const before = { ...seen, redemptionsCount: 1 }
    expect(await saveDiscount(tx, before, { basisPoints: 1 }, now)).toBeUndefined()
    expect(await saveDiscount(tx, seen, { basisPoints: 1 }, now)).toMatchObject({ version: 2 })
  })
})
