import { currency } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minorUnits } from '../../../kernel/money.ts'
import { planPayouts } from './payout.ts'
import type { AccountBalance, Line } from './postings.ts'

const eur = currency.parse('eur')
const jpy = currency.parse('jpy')

const on = (
  account: AccountBalance['account'],
  amount: number,
  of = eur,
  place: string | null = null,
) => ({
  account,
  place,
  currency: of,
  amount: minorUnits(amount),
})

const notation = ({ account, place, debit, credit }: Line) =>
  `${debit > 0 ? '' : 'to '}${account}${place === null ? '' : ` ${place}`} ${debit + credit}`

const paidOut = (accounts: Parameters<typeof planPayouts>[0]) =>
  planPayouts(accounts).map(({ currency: of, amount, lines }) => [
    of,
    amount,
    ...lines.map(notation),
  ])

it('nothing is paid out where nothing is due', () => {
  expect(paidOut([])).toEqual([])
  expect(paidOut([on('seller_payable', 0), on('tax_payable', 0)])).toEqual([])
})

it('a payout covers the seller’s money and the tax, but no disputed money', () => {
  const accounts = [
    on('cash_at_processor', -14_000),
    on('dispute_clearing', 2_400),
    on('processor_fees', -300),
    on('seller_payable', 10_000),
    on('tax_payable', 1_900, eur, 'DE'),
    on('seller_payable', -70, jpy),
  ]
  expect(paidOut(accounts)).toEqual([
    [
      eur,
      11_600,
      'to processor_fees 300',
      'seller_payable 10000',
      'tax_payable DE 1900',
      'to cash_at_processor 11600',
    ],
    [jpy, -70, 'to seller_payable 70', 'cash_at_processor 70'],
  ])
})

it('what customers owe is withheld from the seller’s money', () => {
  const accounts = [on('seller_payable', 90_000), on('tax_payable', 1_900, eur, 'DE')]
  const withDebts = (debt: number) =>
    planPayouts(accounts, [{ currency: eur, amount: minorUnits(debt) }]).map(
      ({ amount, lines }) => [amount, ...lines.map(notation)],
    )
  expect(withDebts(89_000)).toEqual([
    [2_900, 'tax_payable DE 1900', 'seller_payable 1000', 'to cash_at_processor 2900'],
  ])
  expect(withDebts(90_500)).toEqual([
    [1_400, 'tax_payable DE 1900', 'to seller_payable 500', 'to cash_at_processor 1400'],
  ])
  expect(withDebts(91_900)).toEqual([])
  expect(withDebts(100_000)).toEqual([])
  expect(
    planPayouts([on('seller_payable', -70)], [{ currency: eur, amount: minorUnits(5) }]),
  ).toEqual(planPayouts([on('seller_payable', -70)]))
})

const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

it('for any amounts a payout balances and leaves nothing', () => {
  const accounts = fc
    .tuple(amount, amount, amount)
    .map(([payable, tax, fees]) => [
      on('seller_payable', payable),
      on('tax_payable', tax, eur, 'DE'),
      on('processor_fees', fees),
    ])
  fc.assert(
    fc.property(accounts, (before) => {
      const lines = planPayouts(before).flatMap((one) => one.lines)
      const left = (name: AccountBalance['account']) =>
        lines
          .filter(({ account }) => account === name)
          .reduce(
            (all, { debit, credit }) => all + credit - debit,
            before.find(({ account }) => account === name)?.amount ?? 0,
          )
      expect(lines.reduce((all, { debit, credit }) => all + debit - credit, 0)).toBe(0)
      expect([left('seller_payable'), left('tax_payable'), left('processor_fees')]).toEqual([
        0, 0, 0,
      ])
    }),
  )
})
