import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bookFee } from '../../test/balance-transactions.ts'
import { runGuildhall } from '../../test/command-line.ts'
import { testDatabase } from '../../test/database.ts'
import { book, newSale } from '../../test/ledger.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import { newBackend } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { postDispute, postSales } from '../domains/ledger/actions/post-entries.ts'
import { balanceOf } from '../domains/ledger/actions/read-balance.ts'
import { readConfig } from '../platform/config/config.ts'
import { payout, payoutText } from './payout.ts'

const db = testDatabase()
const server = testServer(db)
let organization: OwnedOrganization

beforeAll(async () => {
  organization = await createOrganization(server.current)
})

function paidOut(
  url: string,
  slug: string,
  isConfirmed: boolean,
  includesDebts = false,
): Promise<string> {
  const config = readConfig({ DATABASE_URL: url, GUILDHALL_SECRET: 'a'.repeat(32) })
  if ('faults' in config) throw new Error(config.faults.join('; '))
  return payout(config, { slug, isConfirmed, includesDebts }).then(payoutText)
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

  it('gets the same as JSON', async () => {
    const { config } = server.current
    const environment = {
      DATABASE_URL: config.database.url ?? '',
      GUILDHALL_SECRET: config.server.secrets?.[0] ?? '',
    }
    const { said } = await runGuildhall(['payout', organization.slug, '--json'], environment).ended
    expect(JSON.parse(said)).toEqual({
      organization: { slug: organization.slug, name: 'Acme' },
      isRecorded: false,
      amounts: [],
      withheld: [],
      paymentsWithoutFee: 0,
    })
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

  it('keeps what customers owe until they have paid it, unless it is wanted', async () => {
    const lending = await createOrganization(server.current)
    const seller = await newBackend(server.current, lending, ['customers:write'])
    const { body } = await seller.post('/customers/', { email: 'bea@buyer.test' })
    const { id } = z.object({ id: z.string() }).parse(body)
    const sale = newSale(lending)
    await book(db.database, (uow) => postSales(uow, [sale]))
    const owe = (amount: number) =>
      runOn(
        db.ownerUrl,
        `insert into customer_balance
           (organization_id, customer_id, currency, id, amount, entry_count, created_at, modified_at)
         values ('${sale.organizationId}', '${id}', 'eur', gen_random_uuid(), -${amount}, 1, now(), now())
         on conflict (organization_id, customer_id, currency) do update set amount = excluded.amount`,
      )
    const slug = lending.slug
    await owe(20_000)
    const debts =
      'Customers owe €200.00, which is paid out once they have paid it, or with --with-debts'
    expect(await paidOut(db.url, slug, false)).toBe(`Acme has nothing to pay out. ${debts}`)
    expect(await paidOut(db.url, slug, true)).toBe(`Acme has nothing to pay out. ${debts}`)
    expect(await paidOut(db.url, slug, false, true)).toContain('Acme is due €119.00, tax included.')
    await owe(1_900)
    expect(await paidOut(db.url, slug, true)).toContain('Recorded for Acme: €100.00. Customers owe')
    expect(await paidOut(db.url, slug, true)).toContain('Acme has nothing to pay out. Customers')
    expect(await paidOut(db.url, slug, true, true)).toBe('Recorded for Acme: €19.00')
  })
})
