import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { type Founded, found } from '../../test/founding.ts'
import { book, newSale } from '../../test/ledger.ts'
import { testServer } from '../../test/server.ts'
import { balanceOf, postDispute, postPayment } from '../domains/ledger/index.ts'
import { minorUnits } from '../kernel/money.ts'
import { readConfig } from '../platform/config/config.ts'
import { settle } from './settle.ts'

const db = testDatabase()
const server = testServer(db)
let organization: Founded

beforeAll(async () => {
  organization = await found(server.current)
})

function settled(url: string, slug: string, isMeant: boolean): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, GUILDHALL_SECRET: 'a'.repeat(32) })
  if ('faults' in config) throw new Error(config.faults.join('; '))
  return settle(config, { slug, isMeant })
}

const figures = async () => {
  const { organizationId } = newSale(organization)
  return balanceOf(db.database.kysely, organizationId)
}

describe('an operator', () => {
  it('is told that there is nothing to settle', async () => {
    const said = 'Acme has nothing to settle'
    expect(await settled(db.url, organization.slug, false)).toBe(said)
    expect(await settled(db.url, organization.slug, true)).toBe(said)
  })

  it('is told that there is no such organization', async () => {
    await expect(settled(db.url, 'nobody', true)).rejects.toThrow('There is no organization nobody')
  })

  it('is asked before anything is booked, and can do it once', async () => {
    const sale = newSale(organization)
    await book(db.database, async (unit) => {
      await postPayment(unit, { ...sale, processorFee: minorUnits(300) })
      await postPayment(unit, newSale(organization))
    })
    const asked = await settled(db.url, organization.slug, false)
    expect(asked).toContain('Acme has €235.00, tax included.')
    expect(asked).toContain(`guildhall settle ${organization.slug} --yes`)
    expect(await figures()).toMatchObject([{ availableAmount: 19_700, settledAmount: 0 }])
    const both = await Promise.all([
      settled(db.url, organization.slug, true),
      settled(db.ownerUrl, organization.slug, true),
    ])
    expect(both.sort()).toEqual(['Acme has nothing to settle', 'Acme is settled: €235.00'])
    expect(await figures()).toMatchObject([
      { availableAmount: 0, soldAmount: 20_000, settledAmount: 19_700, processorFeeAmount: 300 },
    ])
  })

  it('hands over nothing that is disputed, and then the organization stays', async () => {
    const sale = newSale(organization)
    await book(db.database, async (unit) => {
      await postPayment(unit, sale)
      await postDispute(unit, { ...sale, disputeId: 'dp_1', status: 'open' })
    })
    expect(await settled(db.url, organization.slug, true)).toBe('Acme has nothing to settle')
    const remove = () =>
      organization.owner.browser.post('/api/auth/organization/delete', {
        organizationId: organization.id,
      })
    expect(await remove()).toMatchObject({ body: { code: 'ORGANIZATION_HAS_BALANCE' } })
    await book(db.database, (unit) =>
      postDispute(unit, { ...sale, disputeId: 'dp_1', status: 'lost' }),
    )
    expect(await remove()).toMatchObject({ status: 200 })
  })
})
