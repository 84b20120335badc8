import { currency } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it } from 'vitest'
import { bookFee } from '../../../../test/balance-transactions.ts'
import { testDatabase } from '../../../../test/database.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { inAnotherBrowser } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard, newBackend } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { systemClock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { postDispute, postRefund, postSales } from '../../ledger/actions/post-entries.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let calls: BillingCalls

/** The evening of the last day of March in UTC, which is April in Berlin. */
const lateMarch = new Date('2026-03-31T22:30:00Z')
const half = { netAmount: minorUnits(5_000), taxAmount: minorUnits(950) }

beforeAll(async () => {
  acme = await createOrganization(server.current)
  calls = await newBackend(server.current, acme, ['orders:read'])
  const [first, second] = [
    newSale(acme, { occurredAt: new Date('2026-03-10T12:00:00Z') }),
    newSale(acme, { occurredAt: lateMarch }),
  ]
  await book(db.database, async (uow) => {
    await postSales(uow, [first, second, newSale(acme, { currency: currency.parse('jpy') })])
    await postRefund(uow, {
      ...first,
      ...half,
      refundId: newId('refund'),
      occurredAt: new Date('2026-04-05T12:00:00Z'),
    })
    await postDispute(uow, {
      ...second,
      disputeId: 'dp_1',
      status: 'lost',
      occurredAt: new Date('2026-04-20T12:00:00Z'),
    })
  })
})

const spring = 'start_date=2026-03-01&end_date=2026-04-30'

const itemsOf = (body: unknown): readonly Record<string, unknown>[] => Object(body).items

/** The amounts of each row that aren’t zero. */
async function income(query: string): Promise<unknown[]> {
  const { status, body } = await calls.get(`/finance/income?${query}`)
  expect(status).toBe(200)
  return itemsOf(body).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== 0 && value !== null)),
  )
}

describe('the income', () => {
  it('is that of the months of a time zone', async () => {
    expect(await income(`${spring}&group_by=month&timezone=Europe/Berlin&currency=eur`)).toEqual([
      {
        currency: 'eur',
        date: '2026-03-01',
        sold_amount: 10_000,
        income_amount: 10_000,
        tax_amount: 1_900,
      },
      {
        currency: 'eur',
        date: '2026-04-01',
        sold_amount: 10_000,
        refunded_amount: 5_000,
        disputed_amount: 10_000,
        income_amount: -5_000,
        tax_amount: -950,
      },
    ])
    expect(await income(`${spring}&group_by=month&timezone=UTC&currency=eur`)).toMatchObject([
      { date: '2026-03-01', sold_amount: 20_000 },
      { date: '2026-04-01', income_amount: -15_000 },
    ])
  })

  it('of one day is that of its evening', async () => {
    const day = 'start_date=2026-04-01&end_date=2026-04-01&group_by=day'
    expect(await income(`${day}&timezone=Europe/Berlin`)).toMatchObject([
      { date: '2026-04-01', sold_amount: 10_000 },
    ])
    expect(await income(`${day}&timezone=UTC`)).toEqual([])
  })

  it('has each currency apart, in pages', async () => {
    const total = `${spring}&timezone=UTC`
    expect(await income(total)).toMatchObject([{ currency: 'eur' }, { currency: 'jpy' }])
    const { body } = await calls.get(`/finance/income?${total}&limit=1&page=2`)
    expect(body).toMatchObject({
      items: [{ currency: 'jpy', income_amount: 10_000 }],
      pagination: { total_count: 2, max_page: 2 },
    })
    expect(await income(`${total}&sorting=-income_amount`)).toMatchObject([
      { currency: 'jpy', income_amount: 10_000 },
      { currency: 'eur', income_amount: 5_000 },
    ])
  })

  it('is less the fees of the processor', async () => {
    const beta = await createOrganization(server.current)
    const now = systemClock.now()
    const sale = newSale(beta, { occurredAt: now })
    await book(db.database, async (uow) => {
      await postSales(uow, [sale])
      await bookFee(uow, sale, { id: 'txn_1', fee: 330 })
    })
    const today = now.toISOString().slice(0, 10)
    const backend = await newBackend(server.current, beta, ['orders:read'])
    const day = `start_date=${today}&end_date=${today}&timezone=UTC`
    expect(itemsOf((await backend.get(`/finance/income?${day}`)).body)).toMatchObject([
      { sold_amount: 10_000, processor_fee_amount: 330, income_amount: 9_670 },
    ])
  })

  it('is what is available without payouts', async () => {
    const { balances } = Object((await calls.get('/balance')).body)
    const found = itemsOf((await calls.get(`/finance/income?${spring}`)).body)
    expect(found.map((row) => [row.currency, row.income_amount, row.tax_amount])).toEqual(
      balances.map((one: Record<string, unknown>) => [
        one.currency,
        one.available_amount,
        one.tax_amount,
      ]),
    )
  })
})

describe('the journal', () => {
  const journal = async (query: string): Promise<string[]> => {
    const { status, text } = await calls.get(`/finance/journal?${query}`)
    expect(status).toBe(200)
    return text.trimEnd().split('\r\n')
  }

  it('has every line of its days with the chosen columns', async () => {
    const columns = 'columns=date&columns=kind&columns=account&columns=side&columns=amount'
    const day = 'start_date=2026-04-05&end_date=2026-04-05&timezone=Europe/Berlin'
    expect(await journal(`${day}&${columns}`)).toEqual([
      'date,kind,account,side,amount',
      '2026-04-05,refund,seller_payable,D,50.00',
      '2026-04-05,refund,tax_payable,D,9.50',
      '2026-04-05,refund,cash_at_processor,C,59.50',
    ])
  })

  it('balances in each currency', async () => {
    const [header, ...lines] = await journal(
      `${spring}&columns=currency&columns=debit&columns=credit`,
    )
    expect(header).toBe('currency,debit,credit')
    const sums = new Map<string, number>()
    for (const line of lines) {
      const [unit = '', debit, credit] = line.split(',')
      sums.set(
        unit,
        (sums.get(unit) ?? 0) + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100),
      )
    }
    expect(Object.fromEntries(sums)).toEqual({ EUR: 0, JPY: 0 })
    expect(lines.filter((line) => line.startsWith('JPY'))).toContain('JPY,11900,')
  })

  it('without a choice has debit and credit', async () => {
    const [header] = await journal(spring)
    expect(header).toBe(
      'date,entry_id,kind,invoice_number,order_id,payment_id,refund_id,dispute_id,account,place,currency,debit,credit',
    )
  })
})

describe('a request is refused', () => {
  it.each([
    ['income?start_date=2031-01-02&end_date=2031-01-01', 'query.end_date'],
    ['income?start_date=2031-01-01&end_date=2032-02-01', 'query'],
    ['income?start_date=2022-01-01&end_date=2022-02-01', 'query.start_date'],
    [`income?${spring}&group_by=customer`, 'query.group_by'],
    [`income?${spring}&sorting=name`, 'query.sorting'],
    [`income?${spring}&timezone=Mars`, 'query.timezone'],
    [`income?${spring}&currency=euro`, 'query.currency'],
    ['taxes?start_date=2031-01-01', 'query.end_date'],
    [`taxes?${spring}&sorting=country`, 'query.sorting'],
    [`journal?${spring}&columns=customer`, 'query.columns'],
    ['journal?start_date=2031-01-01&end_date=2033-01-01', 'query'],
  ])('%s', async (path, place) => {
    expect(briefOf(await calls.get(`/finance/${path}`))).toBe(`422 RequestValidationError ${place}`)
  })

  it('without the scope, and of people who name no organization', async () => {
    const { current } = server
    const other = await newBackend(current, acme, ['metrics:read'])
    const owner = inDashboard(current, await inAnotherBrowser(current, acme.owner))
    for (const report of ['income', 'taxes', 'journal']) {
      expect((await other.get(`/finance/${report}?${spring}`)).status).toBe(403)
      expect(briefOf(await owner.get(`/finance/${report}?${spring}`))).toBe(
        '422 RequestValidationError query.organization_id',
      )
    }
  })
})
