import { beforeAll, describe, expect, it } from 'vitest'
import { bookFee } from '../../test/balance-transactions.ts'
import { testDatabase } from '../../test/database.ts'
import { book, newSale } from '../../test/ledger.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import { testServer } from '../../test/server.ts'
import { balanceOf, postDispute, postSales } from '../domains/ledger/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { payout } from './payout.ts'

const db = testDatabase()
const server = testServer(db)
let organization: OwnedOrganization

beforeAll(async () => {
  organization = await createOrganization(server.current)
})

function paidOut(url: string, slug: string, isConfirmed: boolean): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, GUILDHALL_SECRET: 'a'.repeat(32) })
  if ('faults' in config) throw new Error(config.faults.join('; '))
  return payout(config, { slug, isConfirmed })
}

const figures = async () => {
  const { organizationId } = newSale(organization)
  return balanceOf(db.database.kysely, organizationId)
}

describe('an operator', () => {
  it('sees that there is nothing to pay out', async () => {
    const text = 'Acme has nothing to pay out'
    expect(await paidOut(db.url, organization.slug, false)).toBe(text)
    expect(await paidOut(db.url, organization.slug, true)).toBe(text)
  })

  it('sees that there is no such organization', async () => {
    await expect(paidOut(db.url, 'nobody', true)).rejects.toThrow('There is no organization nobody')
  })

  it('sees the amounts before anything is posted, and records a payout once', async () => {
    const sale = newSale(organization)
    await book(db.database, async (uow) => {
      await postSales(uow, [sale, newSale(organization)])
      await bookFee(uow, sale, { id: 'txn_1', fee: 300 })
    })
    const preview = await paidOut(db.url, organization.slug, false)
    expect(preview).toContain('Acme is due €235.00, tax included.')
    expect(preview).toContain(`guildhall payout ${organization.slug} --yes`)
    expect(await figures()).toMatchObject([{ availableAmount: 19_700, settledAmount: 0 }])
    const both = await Promise.all([
      paidOut(db.url, organization.slug, true),
      paidOut(db.ownerUrl, organization.slug, true),
    ])
    expect(both.sort()).toEqual(['Acme has nothing to pay out', 'Recorded for Acme: €235.00'])
    expect(await figures()).toMatchObject([
      { availableAmount: 0, soldAmount: 20_000, settledAmount: 19_700, processorFeeAmount: 300 },
    ])
  })

  it('can’t pay out disputed money, and the organization can’t be deleted meanwhile', async () => {
    const sale = newSale(organization)
    await book(db.database, async (uow) => {
      await postSales(uow, [sale])
      await postDispute(uow, { ...sale, disputeId: 'dp_1', status: 'open' })
    })
    expect(await paidOut(db.url, organization.slug, true)).toBe('Acme has nothing to pay out')
    const remove = () =>
      organization.owner.browser.post('/api/auth/organization/delete', {
        organizationId: organization.id,
      })
    expect(await remove()).toMatchObject({ body: { code: 'ORGANIZATION_HAS_BALANCE' } })
    await book(db.database, (uow) =>
      postDispute(uow, { ...sale, disputeId: 'dp_1', status: 'lost' }),
    )
    expect(await remove()).toMatchObject({ status: 200 })
  })
})
