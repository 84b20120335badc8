import { expect, it } from 'vitest'
import { daysOf, groupOf, readFinanceView } from './finance-view.ts'

it('shows this month and the eleven before it by month', () => {
  const view = readFinanceView({})
  expect(view).toEqual({})
  expect(groupOf(view)).toBe('month')
  expect(daysOf(view, '2026-11-27')).toEqual({ from: '2025-12-01', to: '2026-11-27' })
})

it('keeps what it can show, and ignores the rest', () => {
  const search = { from: '2026-01-01', to: '2026-03-31', by: 'product', page: 3 }
  expect(readFinanceView(search)).toEqual({ from: '2026-01-01', to: '2026-03-31', by: 'product' })
  expect(readFinanceView({ from: '2026-01-01', by: 'customer' })).toEqual({})
  expect(readFinanceView({ from: '1999-01-01', to: '2026-01-01', by: 'month' })).toEqual({})
})

it('shows the end of a range that is too long', () => {
  const days = daysOf({ from: '2024-01-01', to: '2026-03-31' }, '2026-11-27')
  expect(days).toEqual({ from: '2025-03-31', to: '2026-03-31' })
})
